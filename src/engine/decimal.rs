//! From decimal text to the nearest number. It gives what the standard library gives, which looks powers of ten up in ten kilobytes that no
//! packing makes smaller; a page that reads a few numbers with fractions needs no such speed.

/// Digits beyond these decide only whether a number lies exactly between two floats: 767 is the most that such a number has.
const MOST_DIGITS: usize = 800;

/// Up to this power of ten, and up to 2⁵³, floats are exact: one multiplication or division rounds once (Clinger 1990, section 4).
const EXACT_POWER: i32 = 22;

/// The float nearest to a decimal number such as `-12.5e3`, ties to even; `None` for anything else, infinities and NaN among it. What is too
/// large becomes infinite, what is too small zero.
pub fn parse(text: &str) -> Option<f64> {
    let (is_negative, unsigned) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (number, power) = match unsigned.split_once(['e', 'E']) {
        Some((number, power)) => (number, exponent(power)?),
        None => (unsigned, 0),
    };
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let is_number = whole.len() + fraction.len() > 0 && whole.bytes().chain(fraction.bytes()).all(|byte| byte.is_ascii_digit());
    let positive = is_number.then(|| nearest(whole, fraction, power))?;
    Some(if is_negative { -positive } else { positive })
}

/// A whole number with or without a sign, kept within what can matter.
fn exponent(text: &str) -> Option<i64> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(sign * digits.bytes().fold(0_i64, |value, digit| (value * 10 + i64::from(digit - b'0')).min(1 << 40)))
}

/// `whole.fraction` times a power of ten.
fn nearest(whole: &str, fraction: &str, power: i64) -> f64 {
    let mut power = power - fraction.len() as i64;
    let mut digits: Vec<u8> =
        whole.bytes().chain(fraction.bytes()).map(|byte| byte - b'0').skip_while(|&digit| digit == 0).collect();
    if digits.len() > MOST_DIGITS {
        let is_more = digits[MOST_DIGITS..].iter().any(|&digit| digit != 0);
        power += (digits.len() - MOST_DIGITS) as i64;
        digits.truncate(MOST_DIGITS);
        if is_more {
            digits.push(1);
            power -= 1;
        }
    }
    // The number lies between 10^(magnitude − 1) and 10^magnitude.
    let magnitude = digits.len() as i64 + power;
    match magnitude {
        _ if digits.is_empty() || magnitude < -330 => return 0.0,
        310.. => return f64::INFINITY,
        _ => {}
    }
    let power = power as i32;
    if digits.len() <= 15 && power.abs() <= EXACT_POWER {
        let number = digits.iter().fold(0_u64, |value, &digit| value * 10 + u64::from(digit)) as f64;
        let ten = (0..power.abs()).fold(1.0, |ten, _| ten * 10.0);
        return if power < 0 { number / ten } else { number * ten };
    }
    rounded(&digits, power)
}

/// The same in exact whole numbers: the digits, lifted by so many bits that the quotient has more than 64, over or times the power of ten.
fn rounded(digits: &[u8], power: i32) -> f64 {
    let lift = power.min(0).unsigned_abs() as usize / 9 + 3;
    // Lowest word first.
    let mut words = Vec::new();
    for &digit in digits {
        multiply(&mut words, 10, u32::from(digit));
    }
    for _ in 0..power {
        multiply(&mut words, 10, 0);
    }
    words.splice(0..0, std::iter::repeat_n(0, lift));
    let mut is_more = false;
    for _ in power..0 {
        is_more |= divide_by_ten(&mut words) != 0;
    }
    let length =
        words.iter().rposition(|&word| word != 0).map_or(0, |top| 32 * top as i32 + 32 - words[top].leading_zeros() as i32);
    let bit = |i: i32| i >= 0 && words[i as usize / 32] >> (i % 32) & 1 == 1;
    // The power of two of the leading bit, and how many bits from there on the float holds: below 2^−1022 ever fewer.
    let top = length - 1 - 32 * lift as i32;
    let held = 53 - (-1022 - top).max(0);
    if held < 0 {
        return 0.0;
    }
    let mantissa = (length - held..length).rev().fold(0_u64, |value, i| value << 1 | u64::from(bit(i)));
    let half = length - held - 1;
    let is_above_half = is_more || (0..half).any(bit);
    let up = bit(half) && (is_above_half || mantissa & 1 == 1);
    // The leading bit of the mantissa adds one to the exponent's field; so does a carry.
    let bits = ((top.max(-1022) + 1022) as u64) << 52;
    let bits = bits + mantissa + u64::from(up);
    f64::from_bits(bits.min(f64::INFINITY.to_bits()))
}

fn multiply(words: &mut Vec<u32>, by: u32, mut carry: u32) {
    for word in words.iter_mut() {
        let product = u64::from(*word) * u64::from(by) + u64::from(carry);
        (*word, carry) = (product as u32, (product >> 32) as u32);
    }
    if carry > 0 {
        words.push(carry);
    }
}

/// Divides and gives the remainder.
fn divide_by_ten(words: &mut [u32]) -> u32 {
    let mut rest = 0_u64;
    for word in words.iter_mut().rev() {
        let part = rest << 32 | u64::from(*word);
        (*word, rest) = ((part / 10) as u32, part % 10);
    }
    rest as u32
}

#[cfg(test)]
mod tests {
    use super::parse;

    /// Compares with the library, bit for bit.
    #[track_caller]
    fn check(text: &str) {
        let theirs = text.parse::<f64>().ok().map(f64::to_bits);
        assert_eq!(parse(text).map(f64::to_bits), theirs, "{text}");
    }

    #[test]
    fn known_hard_cases() {
        for text in [
            "0",
            "-0",
            "0.0",
            "1",
            "+1",
            "1.",
            ".5",
            "-12.5e3",
            "1e22",
            "1e23",
            "9007199254740993",
            "9007199254740992.5",
            "1e-7",
            "0.1",
            "1.7976931348623157e308",
            "1.7976931348623159e308",
            "1e309",
            "1e400",
            "1e99999999999999999999",
            "1e-99999999999999999999",
            "2.2250738585072011e-308",
            "2.2250738585072014e-308",
            "4.9406564584124654e-324",
            "2.4703282292062328e-324",
            "2.4703282292062327e-324",
            "2.47032822920623272e-324",
            "1e-325",
            "1e-400",
            "179769313486231580793728971405301e276",
            "6929495644600919.5",
            "3.4028235e38",
            "8.5e15",
            "123456789012345678901234567890",
            "0e400",
            "00000000000000000000001e-3",
        ] {
            check(text);
        }
        // Exactly between two floats, and a little more, far behind.
        let half = "9007199254740993";
        check(&format!("{half}.{}", "0".repeat(900)));
        check(&format!("{half}.{}1", "0".repeat(900)));
        check(&format!("0.{}{half}", "0".repeat(300)));
        check(&format!("{}", f64::from_bits(1)));
        check(&"9".repeat(400));
    }

    #[test]
    fn what_is_no_number() {
        for text in
            ["", "-", "+", ".", "e5", "1e", "1e+", "1e1.5", "--1", "+-1", "1_000", " 1", "1 ", "0x1", "1,5", "ß", "1.5.2", "1e5e5"]
        {
            check(text);
        }
        // These the library takes.
        for word in ["inf", "nan", "infinity", "-inf", "NaN"] {
            assert_eq!(parse(word), None, "{word}");
        }
    }
}
