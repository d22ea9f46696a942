//! Charts as pure geometry and pixels: scales, bars, labels, hit tests. No browser types.
