//! `bookahead completions` and `bookahead man`: made of the same definitions as the help.

use super::files::{Failure, print};
use clap::{Args, Command};
use clap_complete::{Shell, generate};
use clap_mangen::Man;
use std::io::Write;

#[derive(Args)]
pub struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

#[derive(Args)]
pub struct ManArgs {
    /// A command; the page of the program without it
    command: Option<String>,
}

/// Prints the script of a shell.
pub fn completions(args: &CompletionsArgs, mut program: Command) -> Result<(), Failure> {
    let mut script = Vec::new();
    generate(args.shell, &mut program, "bookahead", &mut script);
    print(|out| out.write_all(&script))
}

/// Prints a manual page.
pub fn man(args: &ManArgs, mut program: Command) -> Result<(), Failure> {
    program.build();
    let (page, title) = match &args.command {
        None => (program, "bookahead".to_string()),
        Some(name) => {
            let named = program.get_subcommands().find(|command| command.get_name() == name).cloned();
            let Some(named) = named else {
                let names: Vec<&str> = program.get_subcommands().map(Command::get_name).filter(|name| *name != "help").collect();
                return Err(Failure(format!("there is no command {name:?}; there is {}", names.join(", "))));
            };
            (named, format!("bookahead-{name}"))
        }
    };
    let mut text = Vec::new();
    Man::new(page).title(title).render(&mut text)?;
    print(|out| out.write_all(&text))
}
