//! Verdicts in words: why a request was placed where it was, who moved for it, why it was refused.
