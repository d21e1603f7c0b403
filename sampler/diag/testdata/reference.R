# What posterior says of the chains in a binary file: number of chains, of draws, then the draws, chain by chain.
# Called by reference.py.
suppressMessages(library(posterior))
f <- file(commandArgs(trailingOnly = TRUE)[1], "rb")
cat("version posterior ", format(packageVersion("posterior")), ", ", R.version.string, "\n", sep = "")
bulk <- function(x) posterior:::.rhat(posterior:::z_scale(posterior:::.split_chains(x)))
repeat {
  size <- readBin(f, "double", 2, endian = "little")
  if (length(size) < 2) break
  x <- matrix(readBin(f, "double", prod(size), endian = "little"), nrow = size[2]) # draws x chains
  q <- quantile(x, c(0.025, 0.25, 0.5, 0.9, 0.975), type = 7, names = FALSE)
  rho <- acf(x[, 1], lag.max = 10, plot = FALSE)$acf
  values <- suppressWarnings(c(
    rhat = rhat(x), rhat_bulk = bulk(x), rhat_tail = bulk(posterior:::fold_draws(x)),
    ess_bulk = ess_bulk(x), ess_tail = ess_tail(x), ess_mean = ess_mean(x), mcse_mean = mcse_mean(x),
    mean = mean(x), sd = sd(as.vector(x)),
    q025 = q[1], q25 = q[2], q50 = q[3], q90 = q[4], q975 = q[5],
    acf1 = rho[2], acf2 = rho[3], acf3 = rho[4], acf10 = rho[11]))
  text <- ifelse(is.na(values), "NA", sprintf("%.17g", values))
  cat("row", paste(names(values), text, sep = "="), "\n")
}
