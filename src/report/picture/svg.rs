//! Pictures as SVG: only paths with presentation attributes (no style sheets, no fonts, no references), which even the
//! simplest viewers draw. Without the feature `fonts`, text remains text.

use super::outline::{Outline, number};
#[cfg(feature = "fonts")]
use super::scene::lettered;
use super::scene::{Scene, SceneItem, Stroke};

/// Returns the picture as a complete document.
pub(super) fn svg(scene: &Scene) -> String {
    let (w, h) = (number(scene.width.ceil()), number(scene.height.ceil()));
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\" role=\"img\">\n"
    );
    if !scene.description.is_empty() {
        out.push_str(&format!("<title>{}</title>\n", titled(&scene.description)));
    }
    out.push_str(&format!("<rect width=\"{w}\" height=\"{h}\" fill=\"#ffffff\"/>\n"));
    out.push_str(&fragment(scene));
    out.push_str("</svg>\n");
    out
}

/// Returns the elements of the picture, for a document around them.
pub(super) fn fragment(scene: &Scene) -> String {
    scene.items.iter().map(element).collect()
}

fn element(item: &SceneItem) -> String {
    match item {
        SceneItem::Shape { outline, fill, stroke } => {
            let fill = fill.map_or("none".to_owned(), |c| format!("#{}", c.hex()));
            path(outline, &fill, *stroke)
        }
        SceneItem::Words { .. } => words(item),
    }
}

#[cfg(feature = "fonts")]
fn words(item: &SceneItem) -> String {
    let SceneItem::Words { text, at, size, anchor, color, bold } = item else { return String::new() };
    let outline = lettered(text, *at, *size, *anchor);
    let heavy = bold.then(|| Stroke::new(*color, size * 0.045));
    path(&outline, &format!("#{}", color.hex()), heavy)
}

#[cfg(not(feature = "fonts"))]
fn words(item: &SceneItem) -> String {
    use super::letters::CAPITAL;
    use super::scene::Anchor;
    let SceneItem::Words { text, at, size, anchor, color, bold } = item else { return String::new() };
    let anchor = match anchor {
        Anchor::Start => "start",
        Anchor::Middle => "middle",
        Anchor::End => "end",
    };
    format!(
        "<text x=\"{}\" y=\"{}\" font-family=\"sans-serif\" font-size=\"{}\" font-weight=\"{}\" text-anchor=\"{anchor}\" fill=\"#{}\">{}</text>\n",
        number(at.0),
        number(at.1 + size * CAPITAL / 2.0),
        number(*size),
        if *bold { 600 } else { 400 },
        color.hex(),
        escaped(text)
    )
}

fn path(outline: &Outline, fill: &str, stroke: Option<Stroke>) -> String {
    let mut out = format!("<path d=\"{}\" fill=\"{fill}\"", outline.to_svg());
    if let Some(stroke) = stroke {
        out.push_str(&format!(
            " stroke=\"#{}\" stroke-width=\"{}\" stroke-linejoin=\"round\"",
            stroke.color.hex(),
            number(stroke.width)
        ));
        // Dashed lines have flat ends, or the dashes would touch.
        out.push_str(&match stroke.dash {
            Some((dash, gap)) => format!(" stroke-dasharray=\"{} {}\"", number(dash), number(gap)),
            None => " stroke-linecap=\"round\"".to_owned(),
        });
    }
    out.push_str("/>\n");
    out
}

/// Escapes text for XML and HTML, also within quotation marks; characters that neither may contain, and characters that
/// change the direction of text, are written out.
pub(in crate::report) fn escaped(text: &str) -> String {
    let shown = crate::diag::escape(text);
    shown.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A title that keeps its line breaks: it describes each of several boards.
fn titled(text: &str) -> String {
    text.split('\n').map(escaped).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::super::scene::Color;
    use super::*;

    #[test]
    fn a_square() {
        let mut scene = Scene::new(10.0, 20.0);
        scene.description = "a < \"b\" \u{202e}\nc".to_owned();
        scene.fill(Outline::rectangle(1.0, 2.0, 3.0, 4.0), Color(255, 0, 16));
        scene.stroke(Outline::line((0.0, 0.0), (5.5, 0.0)), Stroke::new(Color::INK, 2.0).dashed());
        let lines = [
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"10\" height=\"20\" viewBox=\"0 0 10 20\" role=\"img\">",
            "<title>a &lt; &quot;b&quot; \\u{202e}",
            "c</title>",
            "<rect width=\"10\" height=\"20\" fill=\"#ffffff\"/>",
            "<path d=\"M1 2L4 2L4 6L1 6Z\" fill=\"#ff0010\"/>",
            "<path d=\"M0 0L5.5 0\" fill=\"none\" stroke=\"#222222\" stroke-width=\"2\" stroke-linejoin=\"round\" stroke-dasharray=\"7 5\"/>",
            "</svg>",
        ];
        assert_eq!(svg(&scene).lines().collect::<Vec<_>>(), lines);
    }
}
