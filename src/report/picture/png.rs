//! Pictures as PNG: the SVG, drawn by resvg. Since letters are outlines there, no font is looked for.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// Pixels for each unit of the drawing, and how wide and high a picture may get.
const SCALE: f32 = 2.0;
const MOST: f32 = 16_000.0;

/// The picture in twice its size, or as large as may be.
///
/// # Errors
/// A sentence, where the picture cannot be drawn.
pub(super) fn png(svg: &str) -> Result<Vec<u8>, String> {
    let tree = Tree::from_str(svg, &Options::default()).map_err(|e| format!("the picture is not sound: {e}"))?;
    let (w, h) = (tree.size().width(), tree.size().height());
    let scale = SCALE.min(MOST / w.max(h));
    let (width, height) = ((w * scale).ceil() as u32, (h * scale).ceil() as u32);
    let mut pixmap = Pixmap::new(width.max(1), height.max(1)).ok_or("the picture is too large")?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    pixmap.encode_png().map_err(|e| format!("the picture cannot be written as PNG: {e}"))
}
