//! Numbers as pictures write them: with one digit after the point. A curve has a thousand of them in every frame, and the standard library
//! finds the exact digits of each, whatever they are.

/// Largest number told; what lies beyond is far out of every picture.
const MOST: f64 = 1e15;

/// Appends a number rounded to tenths; one that is none counts as 0.
pub fn push_tenths(text: &mut String, value: f64) {
    let tenths = (if value.is_nan() { 0.0 } else { value.clamp(-MOST, MOST) } * 10.0).round() as i64;
    if tenths < 0 {
        text.push('-');
    }
    // Digits from the last to the first: 17 at most, and the point.
    let mut digits = [b'0'; 20];
    let mut rest = tenths.unsigned_abs();
    let mut first = digits.len();
    while rest > 0 || first > digits.len() - 3 {
        first -= 1;
        if first == digits.len() - 2 {
            digits[first] = b'.';
        } else {
            digits[first] = b'0' + (rest % 10) as u8;
            rest /= 10;
        }
    }
    text.extend(digits[first..].iter().map(|&digit| char::from(digit)));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(value: f64) -> String {
        let mut text = String::new();
        push_tenths(&mut text, value);
        text
    }

    #[test]
    fn numbers_read_as_the_standard_library_writes_them() {
        for value in [0.0, 0.1, -0.1, 0.96, 9.94, 9.96, 10.0, -12.34, 99.99, 1234.5, -70_000.04, 123_456_789.0, 1e15, -1e15] {
            assert_eq!(told(value), format!("{value:.1}"));
        }
        // Half a tenth may go either way.
        for k in -4_000..4_000 {
            let value = f64::from(k) * 0.037;
            let (near, text) = (told(value).parse::<f64>().unwrap(), told(value));
            assert!((near - value).abs() <= 0.05 + 1e-9 && text == format!("{near:.1}").replace("-0.0", "0.0"), "{value}: {text}");
        }
    }

    #[test]
    fn what_is_no_number_or_too_large_is_told_as_one() {
        assert_eq!((told(f64::NAN), told(-0.04)), ("0.0".to_string(), "0.0".to_string()));
        assert_eq!(told(f64::INFINITY), told(1e15));
        assert_eq!(told(-1e300), told(-1e15));
    }
}
