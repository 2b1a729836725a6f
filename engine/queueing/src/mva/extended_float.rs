//! Non-negative numbers beyond the exponent range of `f64`: the state weights of large populations.

use std::ops::{Add, Div, Mul};

/// A non-negative number, `mantissa * 2^exponent`. The mantissa is 0, or at least 1 and below 2.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ExtendedFloat {
    mantissa: f64,
    exponent: i64,
}

const MANTISSA_BITS: u32 = f64::MANTISSA_DIGITS - 1;
const BIAS: i64 = 1023;

impl ExtendedFloat {
    pub(super) const ZERO: Self = Self { mantissa: 0.0, exponent: -(1 << 60) };
    pub(super) const ONE: Self = Self { mantissa: 1.0, exponent: 0 };

    /// Returns the number with its mantissa between 1 and 2.
    #[inline]
    fn normalize(mantissa: f64, exponent: i64) -> Self {
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

    /// Converts to `f64`. The number must not exceed the range of `f64`.
    pub(super) fn value(self) -> f64 {
        if self.exponent >= 0 {
            self.mantissa * (1.0 / power_of_two(-self.exponent))
        } else {
            self.mantissa * power_of_two(self.exponent)
        }
    }
}

/// Returns 2^`exponent` for an exponent of 0 or less; 0 below 2^-1000, which is negligible in a sum.
#[inline]
fn power_of_two(exponent: i64) -> f64 {
    if exponent < -1000 { 0.0 } else { f64::from_bits((exponent + BIAS).cast_unsigned() << MANTISSA_BITS) }
}

impl From<f64> for ExtendedFloat {
    /// Converts `number`, which must be 0 or at least 10^-300, and thus not subnormal.
    fn from(number: f64) -> Self {
        Self::normalize(number, 0)
    }
}

impl Add for ExtendedFloat {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        let (large, small) = if self.exponent >= other.exponent { (self, other) } else { (other, self) };
        let sum = large.mantissa + small.mantissa * power_of_two(small.exponent - large.exponent);
        Self::normalize(sum, large.exponent)
    }
}

impl Mul for ExtendedFloat {
    type Output = Self;

    #[inline]
    fn mul(self, other: Self) -> Self {
        Self::normalize(self.mantissa * other.mantissa, self.exponent + other.exponent)
    }
}

impl Div for ExtendedFloat {
    type Output = Self;

    #[inline]
    fn div(self, other: Self) -> Self {
        Self::normalize(self.mantissa / other.mantissa, self.exponent - other.exponent)
    }
}
