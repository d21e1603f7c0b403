# What coda says of the chains in a binary file: number of parameters, of chains, of draws, then the draws, parameter
# by parameter, chain by chain. Called by classics.py.
suppressMessages(library(coda))
f <- file(commandArgs(trailingOnly = TRUE)[1], "rb")
cat("version coda ", format(packageVersion("coda")), ", ", R.version.string, "\n", sep = "")

# Cramér-von Mises distribution as in coda, with all terms of the series in place of four.
tail <- function(q) {
  k <- 0:200
  u <- (4 * k + 1)^2 / (16 * q)
  1 - sum(exp(lgamma(k + 0.5) - lgamma(k + 1)) * sqrt(4 * k + 1) / (pi^1.5 * sqrt(q)) * exp(-2 * u) * besselK(u, 0.25, TRUE))
}
for (q in c(0.02, 0.1, 0.46, 1, 1.5, 2, 5, 12)) {
  cat("tail", sprintf("q=%.17g coda=%.17g exact=%.17g", q, 1 - coda:::pcramer(q), tail(q)), "\n")
}
# The quantile of F beyond 4e5 degrees of freedom is that of chi-squared in R.
for (d2 in c(1.5, 50, 1e4, 3.9e5, 4.1e5, 1e8)) for (d1 in c(1, 3, 15)) for (tail in c(0.5, 0.025, 1e-6, 1e-9)) {
  cat("f", sprintf("d1=%.17g d2=%.17g tail=%.17g q=%.17g", d1, d2, tail, qf(tail, d1, d2, lower.tail = FALSE)), "\n")
}

value <- function(expr) suppressWarnings(tryCatch(expr, error = function(e) NA))
repeat {
  size <- readBin(f, "double", 3, endian = "little")
  if (length(size) < 3) break
  x <- array(readBin(f, "double", prod(size), endian = "little"), dim = size[3:1]) # draws x chains x parameters
  chain <- mcmc(x[, 1, 1])
  values <- c(spec = value(unname(spectrum0.ar(chain)$spec)), ess = value(sum(apply(x[, , 1, drop = FALSE], 2, effectiveSize))),
    geweke = value(unname(geweke.diag(chain)$z)), geweke24 = value(unname(geweke.diag(chain, 0.2, 0.4)$z)))
  h <- value(heidel.diag(chain))
  if (length(h) == 6) values <- c(values, hw_ok = h[1], hw_start = h[2], hw_p = h[3], hw_half_ok = h[4], hw_mean = h[5], hw_half = h[6])
  for (p in list(c(0.025, 0.0125, 0.95), c(0.5, 0.1, 0.9))) {
    r <- value(raftery.diag(chain, p[1], p[2], p[3])$resmatrix)
    if (length(r) == 4) values <- c(values, setNames(r, paste0("rl", p[1], c("_m", "_n", "_nmin", "_i"))))
    if (length(r) == 2) values <- c(values, setNames(as.numeric(r[2]), paste0("rl", p[1], "_nmin")))
  }
  if (size[2] > 1) {
    several <- mcmc.list(lapply(1:size[2], function(c) mcmc(x[, c, ])))
    g <- value(gelman.diag(several, autoburnin = FALSE, multivariate = FALSE))
    if (is.list(g)) values <- c(values, psrf = unname(g$psrf[1, 1]), psrf_upper = unname(g$psrf[1, 2]))
    values <- c(values, psrf_upper50 = value(unname(gelman.diag(several, confidence = 0.5, autoburnin = FALSE, multivariate = FALSE)$psrf[1, 2])))
  }
  text <- ifelse(is.na(values), "NA", sprintf("%.17g", values))
  cat("row", paste(names(values), text, sep = "="), "\n")
}
