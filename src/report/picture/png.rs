//! Pictures as PNG: the SVG, rendered by resvg. Since letters are outlines there, no font is needed.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// Pixels per unit of the drawing, and the maximum width and height of a picture.
const SCALE: f32 = 2.0;
const MOST: f32 = 16_000.0;

/// Renders the picture at twice its size, or as large as allowed.
///
/// # Errors
/// A sentence, if the picture cannot be drawn.
pub(super) fn png(svg: &str) -> Result<Vec<u8>, String> {
    let tree = Tree::from_str(svg, &Options::default()).map_err(|e| format!("invalid picture: {e}"))?;
    let (w, h) = (tree.size().width(), tree.size().height());
    let scale = SCALE.min(MOST / w.max(h));
    let (width, height) = ((w * scale).ceil() as u32, (h * scale).ceil() as u32);
    let mut pixmap = Pixmap::new(width.max(1), height.max(1)).ok_or("the picture is too large")?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    pixmap.encode_png().map_err(|e| format!("the picture cannot be written as PNG: {e}"))
}

#[cfg(test)]
mod tests {
    use super::super::outline::Outline;
    use super::super::scene::{Anchor, Color, Scene};
    use super::super::svg::svg;
    use super::*;

    #[test]
    fn pixels_are_where_they_belong() {
        let mut scene = Scene::new(40.0, 20.0);
        scene.fill(Outline::rectangle(0.0, 0.0, 20.0, 20.0), Color(0, 0x72, 0xb2));
        scene.words("M", (30.0, 10.0), 20.0, Anchor::Middle, Color::INK);
        let picture = Pixmap::decode_png(&png(&svg(&scene)).expect("a picture")).expect("PNG");
        assert_eq!((picture.width(), picture.height()), (80, 40));
        let at = |x, y| picture.pixel(x, y).map(|p| (p.red(), p.green(), p.blue()));
        assert_eq!((at(10, 10), at(79, 0)), (Some((0, 0x72, 0xb2)), Some((255, 255, 255))));
        let inked = picture.pixels().iter().filter(|p| p.red() < 0x40 && p.blue() < 0x40).count();
        assert!((50..400).contains(&inked), "{inked} dark pixels");
    }

    #[test]
    fn what_would_be_too_large_is_made_smaller() {
        let picture = png(&svg(&Scene::new(20_000.0, 10.0))).expect("a picture");
        // The width is in the first chunk.
        assert_eq!(u32::from_be_bytes([picture[16], picture[17], picture[18], picture[19]]), 16_000);
    }
}
