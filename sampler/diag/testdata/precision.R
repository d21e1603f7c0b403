# What posterior says of the precision of the draws in a binary file: number of chains, of draws, then the draws, chain
# by chain. Called by precision.py.
suppressMessages(library(posterior))
f <- file(commandArgs(trailingOnly = TRUE)[1], "rb")
cat("version posterior ", format(packageVersion("posterior")), ", ", R.version.string, "\n", sep = "")
repeat {
  size <- readBin(f, "double", 2, endian = "little")
  if (length(size) < 2) break
  x <- matrix(readBin(f, "double", prod(size), endian = "little"), nrow = size[2]) # draws x chains
  values <- suppressWarnings(c(
    ess_sd = ess_mean((x - mean(x))^2), # ess_sd of posterior 1.6.1 and later; that of 1.4.0 takes abs(x - mean(x))
    ess_q10 = ess_quantile(x, 0.1, names = FALSE), ess_median = ess_median(x), ess_q75 = ess_quantile(x, 0.75, names = FALSE), ess_max = ess_quantile(x, 1, names = FALSE),
    mcse_sd = mcse_sd(x),
    mcse_q10 = mcse_quantile(x, 0.1, names = FALSE), mcse_median = mcse_median(x), mcse_q75 = mcse_quantile(x, 0.75, names = FALSE), mcse_max = mcse_quantile(x, 1, names = FALSE),
    mad = posterior::mad(as.vector(x), constant = 1), entropy = entropy(as.vector(x)),
    ess_sd_140 = ess_sd(x)))
  text <- ifelse(is.na(values), "NA", sprintf("%.17g", values))
  cat("row", paste(names(values), text, sep = "="), "\n")
}
