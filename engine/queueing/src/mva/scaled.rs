//! Positive numbers beyond the range of floating point: what many requests make likely or unlikely.

use std::ops::{Add, Div, Mul};

/// A number that is not negative: `mantissa` times two to the power of `exponent`. The mantissa is 0, or from 1 to 2.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Scaled {
    mantissa: f64,
    exponent: i64,
}

const MANTISSA_BITS: u32 = f64::MANTISSA_DIGITS - 1;
const BIAS: i64 = 1023;

impl Scaled {
    pub(super) const ZERO: Self = Self { mantissa: 0.0, exponent: -(1 << 60) };
    pub(super) const ONE: Self = Self { mantissa: 1.0, exponent: 0 };

    /// Brings a mantissa back between 1 and 2.
    #[inline]
    fn tidy(mantissa: f64, exponent: i64) -> Self {
        if mantissa == 0.0 {
            return Self::ZERO;
        }
        let bits = mantissa.to_bits();
        let fraction = bits & ((1 << MANTISSA_BITS) - 1);
        let shift = (bits >> MANTISSA_BITS).cast_signed() - BIAS;
        Self {
            mantissa: f64::from_bits(fraction | (BIAS.cast_unsigned() << MANTISSA_BITS)),
            exponent: exponent + shift,
        }
    }

    /// As an ordinary number, which must not be too large for one.
    pub(super) fn value(self) -> f64 {
        if self.exponent >= 0 {
            self.mantissa * (1.0 / power(-self.exponent))
        } else {
            self.mantissa * power(self.exponent)
        }
    }
}

/// Two to the power of `exponent`, which is not above 0; 0 where that is next to nothing.
#[inline]
fn power(exponent: i64) -> f64 {
    if exponent < -1000 { 0.0 } else { f64::from_bits((exponent + BIAS).cast_unsigned() << MANTISSA_BITS) }
}

impl From<f64> for Scaled {
    /// `number` is not negative and has all its digits: it is 0 or at least 10^-300.
    fn from(number: f64) -> Self {
        Self::tidy(number, 0)
    }
}

impl Add for Scaled {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        let (large, small) = if self.exponent >= other.exponent { (self, other) } else { (other, self) };
        let sum = large.mantissa + small.mantissa * power(small.exponent - large.exponent);
        Self::tidy(sum, large.exponent)
    }
}

impl Mul for Scaled {
    type Output = Self;

    #[inline]
    fn mul(self, other: Self) -> Self {
        Self::tidy(self.mantissa * other.mantissa, self.exponent + other.exponent)
    }
}

impl Div for Scaled {
    type Output = Self;

    #[inline]
    fn div(self, other: Self) -> Self {
        Self::tidy(self.mantissa / other.mantissa, self.exponent - other.exponent)
    }
}
