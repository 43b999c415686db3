//! Pictures as the pages of a PDF document. As in SVG, letters are outlines, so no font is embedded. A unit of the drawing is a
//! point, 1/72 inch.

use super::outline::{Outline, PenStep};
use super::scene::{Color, Scene, SceneItem, Stroke, lettered};
use miniz_oxide::deflate::compress_to_vec_zlib;
use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use pdf_writer::{Content, Filter, Finish, Pdf, Rect, Ref, TextStr};

/// Level of compression, from 0 to 10.
const COMPRESSION: u8 = 6;

/// Returns a document with a page for each scene.
pub(super) fn pdf(title: &str, pages: &[&Scene]) -> Vec<u8> {
    let id = |n: usize| Ref::new(i32::try_from(n).unwrap_or(i32::MAX));
    let (catalog, tree, info) = (id(1), id(2), id(3));
    let page_id = |i: usize| id(4 + 2 * i);
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(tree);
    pdf.pages(tree).kids((0..pages.len()).map(page_id)).count(i32::try_from(pages.len()).unwrap_or(i32::MAX));
    pdf.document_info(info).title(TextStr(title)).creator(TextStr("puzzle"));
    for (i, scene) in pages.iter().enumerate() {
        let contents = id(5 + 2 * i);
        let mut page = pdf.page(page_id(i));
        page.parent(tree).media_box(Rect::new(0.0, 0.0, scene.width, scene.height)).contents(contents);
        page.resources();
        page.finish();
        let drawn = compress_to_vec_zlib(&drawing(scene), COMPRESSION);
        pdf.stream(contents, &drawn).filter(Filter::FlateDecode);
    }
    pdf.finish()
}

fn drawing(scene: &Scene) -> Vec<u8> {
    let mut content = Content::new();
    // The y axis of a page points up.
    content.transform([1.0, 0.0, 0.0, -1.0, 0.0, scene.height]);
    content.set_line_join(LineJoinStyle::RoundJoin);
    for item in &scene.items {
        match item {
            SceneItem::Shape { outline, fill, stroke } => path(&mut content, outline, *fill, *stroke),
            SceneItem::Words { text, at, size, anchor, color, bold } => {
                let outline = lettered(text, *at, *size, *anchor);
                let heavy = bold.then(|| Stroke::new(*color, size * 0.045));
                path(&mut content, &outline, Some(*color), heavy);
            }
        }
    }
    content.finish().into_vec()
}

fn path(content: &mut Content, outline: &Outline, fill: Option<Color>, stroke: Option<Stroke>) {
    if outline.is_empty() {
        return;
    }
    if let Some(color) = fill {
        let [r, g, b] = parts(color);
        content.set_fill_rgb(r, g, b);
    }
    if let Some(stroke) = stroke {
        let [r, g, b] = parts(stroke.color);
        content.set_stroke_rgb(r, g, b).set_line_width(stroke.width);
        content.set_dash_pattern(stroke.dash.into_iter().flat_map(|(dash, gap)| [dash, gap]), 0.0);
        content.set_line_cap(if stroke.dash.is_some() {
            LineCapStyle::ButtCap
        } else {
            LineCapStyle::RoundCap
        });
    }
    for step in &outline.0 {
        match *step {
            PenStep::Move((x, y)) => content.move_to(x, y),
            PenStep::Line((x, y)) => content.line_to(x, y),
            PenStep::Curve(a, b, c) => content.cubic_to(a.0, a.1, b.0, b.1, c.0, c.1),
            PenStep::Close => content.close_path(),
        };
    }
    match (fill.is_some(), stroke.is_some()) {
        (true, true) => content.fill_nonzero_and_stroke(),
        (true, false) => content.fill_nonzero(),
        (false, true) => content.stroke(),
        (false, false) => content.end_path(),
    };
}

fn parts(color: Color) -> [f32; 3] {
    [color.0, color.1, color.2].map(|part| f32::from(part) / 255.0)
}

#[cfg(test)]
mod tests {
    use super::super::scene::Anchor;
    use super::*;

    #[test]
    fn a_page_for_each_scene() {
        let mut scene = Scene::new(100.0, 50.0);
        scene.fill(Outline::rectangle(0.0, 0.0, 10.0, 10.0), Color(255, 0, 0));
        scene.words("é", (20.0, 20.0), 10.0, Anchor::Start, Color::INK);
        let document = pdf("Zwölf \"<Sterne>\" (1)", &[&scene, &Scene::new(30.0, 40.0)]);
        let text = String::from_utf8_lossy(&document);
        assert!(text.starts_with("%PDF-") && text.trim_end().ends_with("%%EOF"));
        assert!(text.contains("/MediaBox [0 0 100 50]") && text.contains("/MediaBox [0 0 30 40]"), "{text}");
        let drawn = String::from_utf8(drawing(&scene)).expect("text");
        assert!(
            drawn.starts_with("1 0 0 -1 0 50 cm\n") && drawn.contains("1 0 0 rg\n0 0 m\n10 0 l"),
            "{drawn}"
        );
    }
}
