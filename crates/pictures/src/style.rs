//! The look of a game in each theme.

use ayla_rules::look::{Colour, Colours, Material, SeedShape, hex};
use ayla_rules::{Variant, string_enum};

string_enum! {
    /// The colours of a picture.
    pub enum Theme {
        /// For a light page.
        Light = "light",
        /// For a dark page.
        Dark = "dark",
        /// Black and white, for print and for low vision.
        Contrast = "contrast",
    }
}

const WHITE: Colour = hex(0xffffff);
const BLACK: Colour = hex(0x000000);

/// The colours of every game in the theme of contrast.
const BLACK_AND_WHITE: Colours = Colours {
    edge: BLACK,
    base: WHITE,
    grain: [WHITE, WHITE],
    rim: BLACK,
    hole: [WHITE, WHITE, WHITE],
    shadow: WHITE,
    seed: [WHITE, BLACK, BLACK, BLACK],
    ink: BLACK,
    faint: BLACK,
    accent: BLACK,
    badge: [BLACK, WHITE],
};

/// The look of a game in a theme.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Style {
    /// What the board is drawn as being made of; nothing where only outlines are drawn.
    pub(crate) material: Option<Material>,
    pub(crate) seed_shape: SeedShape,
    /// Around the board.
    pub(crate) backdrop: Colour,
    pub(crate) colours: Colours,
}

impl Style {
    /// The style of a game in a theme.
    pub(crate) fn new(variant: Variant, theme: Theme) -> Self {
        let look = &variant.about().look;
        let (material, backdrop, colours) = match theme {
            Theme::Light => (Some(look.material), hex(0xfaf6ee), look.colours.map(|tone| tone.light)),
            Theme::Dark => (Some(look.material), hex(0x15110e), look.colours.map(|tone| tone.dark)),
            Theme::Contrast => (None, WHITE, BLACK_AND_WHITE),
        };
        Self { material, seed_shape: look.seed_shape, backdrop, colours }
    }

    /// Every colour, and pairs of those that meet at an edge, with the number of shades that pictures need between
    /// them.
    #[cfg(feature = "raster")]
    pub(crate) fn colours(&self) -> (Vec<Colour>, Vec<([Colour; 2], u8)>) {
        let backdrop = self.backdrop;
        let Colours { edge, base, grain, rim, hole, shadow, seed, ink, faint, accent, badge } = self.colours;
        let [outline, dark, light, _] = seed;
        let flat =
            [&[base, backdrop, edge], &grain[..], &[rim], &hole, &[shadow], &seed, &[ink, faint, accent], &badge];
        let two = [[base, ink], [base, accent], badge].map(|pair| (pair, 2));
        let of_holes = [[outline, dark], [outline, light], [hole[1], outline], [rim, hole[0]]];
        let of_ground = [[base, faint], [base, rim], [backdrop, edge], [backdrop, base], [base, shadow]];
        let one = of_holes.into_iter().chain(of_ground).map(|pair| (pair, 1));
        (flat.concat(), two.into_iter().chain(one).collect())
    }
}
