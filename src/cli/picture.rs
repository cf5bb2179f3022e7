//! `ayla board`: a position as a picture or as text.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use ayla_api::error::Result;
use ayla_api::json::{Named, Whole};
use ayla_api::request::{PictureFormat, RenderBoardRequest};
use ayla_api::rule_calls::Played;
use ayla_api::text::{DEFAULT_WIDTH, LastMove, Scene};
use ayla_pictures::{Painter, Theme};
use ayla_rules::{Line, Side, View};
use ayla_terminal::{Format, StartPosition, number, print, system_error, word};
use clap::Args;
use serde_json::json;

use super::board::{SIDES, play};
use crate::operation;
use crate::service::picture::{RenderBoardResponse, render};

/// The name of the form without pixels.
const TEXT: &str = "text";

#[derive(Debug, Args)]
pub struct Board {
    #[command(flatten)]
    start: StartPosition,
    /// A move to be drawn as just made; a GIF shows it seed by seed.
    #[arg(long = "move", value_name = "MOVE")]
    played: Option<String>,
    /// The form: svg, png, gif or text [default: as --output ends, or text].
    #[arg(long = "format", value_name = "FORM", value_parser = form)]
    form: Option<Form>,
    /// The file to write; standard output if none is given.
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The side from which the board is seen: south or north.
    #[arg(long, value_name = "SIDE", default_value_t = Side::South, value_parser = word::<Side>(SIDES))]
    viewer: Side,
    /// What may be seen: all, south, north or public.
    #[arg(long, value_name = "VIEW", default_value_t = View::All, value_parser = word::<View>("a view is one of"))]
    view: View,
    /// The colours: light, dark or contrast.
    #[arg(long, value_name = "THEME", default_value_t = Theme::Light, value_parser = word::<Theme>("a theme is one of"))]
    theme: Theme,
    /// The width of a picture in pixels: 320, 480, 640, 960 or 1280 [default: 640].
    #[arg(long, value_name = "PIXELS", value_parser = number::<u32>("--width", 1..=u64::from(u32::MAX)))]
    width: Option<u32>,
    #[command(flatten)]
    pub(super) format: Format,
}

/// A form of a board: a picture, or text.
#[derive(Copy, Clone, Debug)]
struct Form(Option<PictureFormat>);

impl Board {
    pub(super) fn run(&self) -> ExitCode {
        self.answer().unwrap_or_else(|error| self.format.fail(&error))
    }

    fn answer(&self) -> Result<ExitCode> {
        let Some(format) = self.picture_format() else { return Ok(print(&self.text()?)) };
        let answer = render(&self.request(format), &Painter::new(0), self.format.language())?;
        let RenderBoardResponse { picture, alt, .. } = answer;
        let Some(file) = &self.output else {
            return match io::stdout().lock().write_all(&picture) {
                Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(system_error(error)),
                Ok(()) | Err(_) => Ok(ExitCode::SUCCESS),
            };
        };
        let failed = |error: io::Error| system_error(format!("cannot write {}: {error}", file.display()));
        std::fs::write(file, picture).map_err(failed)?;
        let said = if self.format.json {
            json!({"mediaType": operation::media_type(format), "alt": alt}).to_string()
        } else {
            alt
        };
        Ok(print(&(said + "\n")))
    }

    /// The format of the picture; none for text.
    fn picture_format(&self) -> Option<PictureFormat> {
        match self.form {
            Some(Form(format)) => format,
            None => operation::format_of_path(self.output.as_ref()?.to_str()?),
        }
    }

    fn request(&self, format: PictureFormat) -> RenderBoardRequest {
        let start = self.start.request();
        RenderBoardRequest {
            position: start.position,
            token: start.token,
            r#move: self.played.clone(),
            format: Some(Named(format)),
            viewer: Some(Named(self.viewer)),
            view: Some(Named(self.view)),
            theme: Some(Named(self.theme)),
            width: self.width.map(Whole::from),
            ..RenderBoardRequest::default()
        }
    }

    /// The board in characters, with the marks of the move.
    fn text(&self) -> Result<String> {
        let board = |line: &Line, last: Option<&LastMove>| {
            Scene::new(line, last, self.viewer, self.format.language()).seen_by(self.view).board(DEFAULT_WIDTH)
        };
        let start = self.start.line()?;
        let text = if let Some(played) = &self.played {
            let Played { line, last } = play(&start, played, self.format.language())?;
            board(&line, last.as_ref())
        } else {
            board(&start, None)
        };
        let Some(file) = &self.output else { return Ok(text) };
        let failed = |error: io::Error| system_error(format!("cannot write {}: {error}", file.display()));
        std::fs::write(file, text).map_err(failed)?;
        Ok(String::new())
    }
}

fn form(name: &str) -> std::result::Result<Form, String> {
    let known = || format!("a form is one of {}, {TEXT}", PictureFormat::NAMES.join(", "));
    if name == TEXT {
        Ok(Form(None))
    } else {
        PictureFormat::from_name(name).map(|format| Form(Some(format))).ok_or_else(known)
    }
}
