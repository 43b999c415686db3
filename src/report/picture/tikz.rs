//! Pictures as TikZ: a document of the class `standalone` for `pdflatex`; the picture can be copied into another document
//! together with its colors. ASCII text is set by TeX, other text is outlines.

use super::outline::{Outline, PenStep, number};
use super::scene::{Anchor, Color, Scene, SceneItem, Stroke, lettered};

/// Returns the picture as a complete document. One unit of the drawing is 0.3 mm.
pub(super) fn tikz(scene: &Scene) -> String {
    let mut out = String::from("\\documentclass[tikz,border=2pt]{standalone}\n\\begin{document}\n");
    out.push_str("\\begin{tikzpicture}[x=0.3mm,y=-0.3mm,line join=round]\n");
    let mut colors: Vec<Color> = Vec::new();
    for item in &scene.items {
        for color in colors_of(item) {
            if !colors.contains(&color) {
                colors.push(color);
                out.push_str(&format!(
                    "\\definecolor{{{}}}{{HTML}}{{{}}}\n",
                    name(color),
                    color.hex().to_uppercase()
                ));
            }
        }
    }
    for item in &scene.items {
        out.push_str(&command(item));
    }
    out.push_str("\\end{tikzpicture}\n\\end{document}\n");
    out
}

fn colors_of(item: &SceneItem) -> Vec<Color> {
    match item {
        SceneItem::Shape { fill, stroke, .. } => {
            fill.iter().copied().chain(stroke.map(|s| s.color)).collect()
        }
        SceneItem::Words { color, .. } => vec![*color],
    }
}

fn name(color: Color) -> String {
    // Names of colors consist of letters, so that none is read as a mixture.
    let letter = |d: char| d.to_digit(16).map_or('a', |d| char::from(b'a' + d as u8));
    format!("nauck{}", color.hex().chars().map(letter).collect::<String>())
}

fn command(item: &SceneItem) -> String {
    match item {
        SceneItem::Shape { outline, fill, stroke } => path(outline, *fill, *stroke),
        SceneItem::Words { text, at, size, anchor, color, bold } => {
            if !text.chars().all(|c| c.is_ascii_graphic() || c == ' ') {
                let heavy = bold.then(|| Stroke::new(*color, size * 0.045));
                return path(&lettered(text, *at, *size, *anchor), Some(*color), heavy);
            }
            let side = match anchor {
                Anchor::Start => "anchor=mid west",
                Anchor::Middle => "anchor=mid",
                Anchor::End => "anchor=mid east",
            };
            let weight = if *bold { "\\bfseries" } else { "" };
            // A point is 0.3515 mm; `mid` is half the height of a small letter above the line, the middle of a capital would
            // be a third of the way up.
            let points = number(size * 0.3 / 0.3515 * 0.92);
            let height = number(at.1 + size * 0.07);
            format!(
                "\\node[{side},inner sep=0pt,text={},font=\\sffamily{weight}\\fontsize{{{points}}}{{{points}}}\\selectfont] at ({},{height}) {{{}}};\n",
                name(*color),
                number(at.0),
                escaped(text)
            )
        }
    }
}

fn path(outline: &Outline, fill: Option<Color>, stroke: Option<Stroke>) -> String {
    let mut options = Vec::new();
    if let Some(color) = fill {
        options.push(format!("fill={}", name(color)));
    }
    if let Some(stroke) = stroke {
        options.push(format!("draw={}", name(stroke.color)));
        options.push(format!("line width={}mm", number(stroke.width * 0.3)));
        options.push(
            if stroke.dash.is_some() { "dash pattern=on 2mm off 1.5mm" } else { "line cap=round" }.to_owned(),
        );
    }
    format!("\\path[{}] {};\n", options.join(","), steps(outline))
}

fn steps(outline: &Outline) -> String {
    let place = |p: (f32, f32)| format!("({},{})", number(p.0), number(p.1));
    let step = |step: &PenStep| match *step {
        PenStep::Move(p) => place(p),
        PenStep::Line(p) => format!("--{}", place(p)),
        PenStep::Curve(a, b, p) => format!("..controls {} and {}..{}", place(a), place(b), place(p)),
        PenStep::Close => "--cycle".to_owned(),
    };
    // TeX limits the length of lines.
    let texts: Vec<String> = outline.0.iter().map(step).collect();
    texts.chunks(12).map(<[String]>::concat).collect::<Vec<_>>().join("\n  ")
}

/// Escapes the characters that are special in TeX.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '#' | '$' | '%' | '&' | '_' | '{' | '}' => out.extend(['\\', c]),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '\\' => out.push_str("\\textbackslash{}"),
            '<' => out.push_str("\\textless{}"),
            '>' => out.push_str("\\textgreater{}"),
            '|' => out.push_str("\\textbar{}"),
            // TeX has no upright quotation mark in its first encoding.
            '"' => out.push_str("{''}"),
            '*' => out.push_str("{*}"),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_and_words() {
        let mut scene = Scene::new(10.0, 10.0);
        scene.fill(Outline::read("M 0 0 L 1 0 C 2 0 2 1 2 2 Z"), Color(0, 0x72, 0xb2));
        scene.words("50% & more", (1.0, 2.0), 10.0, Anchor::Middle, Color::INK);
        let text = tikz(&scene);
        assert!(text.contains("\\definecolor{naucka"), "{text}");
        assert!(text.contains("\\path[fill=naucaa") || text.contains("\\path[fill=nauckaahclc]"), "{text}");
        assert!(text.contains("(0,0)--(1,0)..controls (2,0) and (2,1)..(2,2)--cycle;"), "{text}");
        assert!(text.contains("{50\\% \\& more};"), "{text}");
    }
}
