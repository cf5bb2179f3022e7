//! The colours of the pictures of a game in a theme: its own, and shades between those that meet at an edge.

use std::collections::HashMap;

use ayla_rules::look::Colour;

use crate::style::Style;

/// The number of a transparent pixel. No whole picture has one.
pub(crate) const TRANSPARENT: u8 = 0;

/// The colours of a picture by their numbers.
#[derive(Clone, Debug)]
pub(crate) struct Palette {
    /// The colours, from number 0: red, green and blue of each.
    pub(crate) colours: Vec<[u8; 3]>,
    /// What tiles are drawn over.
    base: [u8; 3],
}

impl Palette {
    pub(crate) fn new(style: &Style) -> Self {
        // The first stands for transparent pixels.
        let base = style.colours.base.0;
        let mut colours = vec![base];
        let (flat, pairs) = style.colours();
        let mut put = |colour: [u8; 3]| {
            if !colours[1..].contains(&colour) {
                colours.push(colour);
            }
        };
        flat.into_iter().for_each(|Colour(colour)| put(colour));
        for ([Colour(from), Colour(to)], shades) in pairs {
            let shades = i32::from(shades);
            for shade in 1..=shades {
                put(std::array::from_fn(|channel| {
                    let [from, to] = [from, to].map(|colour| i32::from(colour[channel]));
                    (from + (to - from) * shade / (shades + 1)) as u8
                }));
            }
        }
        Self { colours, base }
    }

    /// The numbers of pixels, which are red, green, blue and alpha with the colours multiplied by alpha.
    pub(crate) fn numbers(&self, pixels: &[u8]) -> Vec<u8> {
        let mut known: HashMap<[u8; 3], u8> = HashMap::new();
        let number = |pixel: &[u8; 4]| {
            let [red, green, blue, alpha] = *pixel;
            if alpha == 0 {
                return TRANSPARENT;
            }
            let [base_red, base_green, base_blue] = self.base;
            let over = |colour: u8, base: u8| {
                let behind = u16::from(base) * u16::from(u8::MAX - alpha) / u16::from(u8::MAX);
                u16::from(colour).saturating_add(behind).min(u8::MAX.into()) as u8
            };
            let colour = [over(red, base_red), over(green, base_green), over(blue, base_blue)];
            *known.entry(colour).or_insert_with(|| self.nearest(colour))
        };
        pixels.as_chunks().0.iter().map(number).collect()
    }

    fn nearest(&self, colour: [u8; 3]) -> u8 {
        // Eyes see differences of green best, and of blue least.
        let distance = |other: &[u8; 3]| -> i32 {
            let differences = colour.iter().zip(other).zip([3, 5, 2]);
            differences.map(|((one, other), weight)| (i32::from(*one) - i32::from(*other)).pow(2) * weight).sum()
        };
        let numbered = (TRANSPARENT + 1..).zip(&self.colours[1..]);
        numbered.min_by_key(|(_, other)| distance(other)).map_or(TRANSPARENT, |(number, _)| number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Theme;
    use ayla_rules::Variant;

    #[test]
    fn there_are_few_colours_and_none_is_transparent() {
        for &variant in Variant::ALL {
            for &theme in Theme::ALL {
                let style = Style::new(variant, theme);
                let palette = Palette::new(&style);
                assert!(palette.colours.len() <= 64, "{variant} {theme}: {}", palette.colours.len());
                for Colour([red, green, blue]) in style.colours().0 {
                    let numbers = palette.numbers(&[red, green, blue, 255, 0, 0, 0, 0]);
                    assert_eq!(palette.colours[usize::from(numbers[0])], [red, green, blue]);
                    assert!(numbers[0] != TRANSPARENT && numbers[1] == TRANSPARENT);
                }
            }
        }
    }
}
