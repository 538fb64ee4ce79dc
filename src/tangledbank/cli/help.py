"""The help and the refusals of the command in the reader's language: Typer's are English only."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption

from tangledbank.errors import Refused
from tangledbank.games import GAMES
from tangledbank.text import LANGUAGES, instead, mark, say

if TYPE_CHECKING:  # Typer's own copy of Click, which it keeps to itself
    from typer._click import Command as ClickCommand
    from typer._click import Context, HelpFormatter

    Base = ClickCommand
else:
    Base = object

Param = TyperArgument | TyperOption
# What the texts of options and commands may name.
PARTS = {"games": ", ".join(GAMES), "languages": ", ".join(LANGUAGES)}
TYPERS_OWN = mark("Show this message and exit.")
# What stands for the value of an option, and what is said if it is another.
VALUES = {int: mark("number"), float: mark("number"), Path: mark("path")}
TEXT = mark("text")
WRONG = {
    (int, False): mark("this must be a whole number"),
    (int, True): mark("this must be a whole number from {least} to {most}"),
    (float, False): mark("this must be a number"),
    (float, True): mark("this must be a number from {least} to {most}"),
}


class _Speaking(Base):
    """What commands and groups of them have in common."""

    def format_help(self, ctx: Context, formatter: HelpFormatter) -> None:
        """Write all of the help."""
        _write_usage(self, ctx, formatter)
        for title, rows in _sections(self, ctx):
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows)

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        """Read the words after the command."""
        try:
            return super().parse_args(ctx, args)
        except Exception as error:
            if not hasattr(error, "format_message"):  # not about an option or an argument
                raise
            raise _refused(error, self.params, ctx.command_path) from None


class Command(_Speaking, TyperCommand):
    """A command that speaks the reader's language."""


class CommandGroup(_Speaking, TyperGroup):
    """A group of such commands."""

    def resolve_command(
        self, ctx: Context, args: list[str]
    ) -> tuple[str | None, ClickCommand | None, list[str]]:
        """The command that is named."""
        if args[0] not in self.commands:
            sentence = say("there is no command “{name}”", name=args[0])
            raise Refused(sentence + instead(args[0], self.commands))
        return super().resolve_command(ctx, args)


def show_help(ctx: typer.Context) -> None:
    """A group without a command shows its help."""
    if ctx.invoked_subcommand is None:
        typer.echo(ctx.get_help())


def new_group(about: str) -> typer.Typer:
    """A group of commands; `about` is marked for translation."""
    return typer.Typer(
        cls=CommandGroup,
        help=about,
        callback=show_help,
        invoke_without_command=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,  # plain help starts three times as fast
        context_settings={"help_option_names": ["-h", "--help"]},
    )


def _write_usage(command: ClickCommand, ctx: Context, formatter: HelpFormatter) -> None:
    pieces = [say("[options]"), *map(_usage, _arguments(command))]
    if isinstance(command, CommandGroup):
        pieces.append(say("command …"))
    formatter.write_usage(ctx.command_path, " ".join(pieces), prefix=say("Usage: "))
    formatter.write_paragraph()
    with formatter.indentation():
        formatter.write_text(_told(command))


def _sections(command: ClickCommand, ctx: Context) -> Iterable[tuple[str, list[tuple[str, str]]]]:
    options = [one for one in command.get_params(ctx) if isinstance(one, TyperOption)]
    commands = command.commands if isinstance(command, CommandGroup) else {}
    yield say("Arguments"), [(_name(one), _about(one)) for one in _arguments(command)]
    yield say("Options"), [(_name(one), _about(one)) for one in options]
    yield say("Commands"), [(name, _told(one)) for name, one in commands.items()]


def _arguments(command: ClickCommand) -> list[TyperArgument]:
    return [one for one in command.params if isinstance(one, TyperArgument)]


def _usage(argument: TyperArgument) -> str:
    name = _name(argument) + (" …" if argument.nargs != 1 else "")
    return name if argument.required else f"[{name}]"


def _name(param: Param) -> str:
    """An argument, or an option with what stands for its value."""
    if isinstance(param, TyperArgument):
        return say(param.metavar or param.name or "")
    kinds = (param.opts, param.secondary_opts)
    flags = " / ".join(", ".join(sorted(names, key=len)) for names in kinds if names)
    if param.is_flag:
        return flags
    return f"{flags} <{say(VALUES.get(param.type_descriptor.annotation, TEXT))}>"


def _about(param: Param) -> str:
    """What a parameter is for, and what holds if it is left out."""
    notes = []
    if param.default not in (None, "", []) and not getattr(param, "is_flag", False):
        notes.append(say("default: {value}", value=param.default))
    if param.max is not None:
        notes.append(f"{param.min}–{param.max}")
    if param.envvar:
        notes.append(f"{param.envvar}")
    return f"{_told(param)} [{'; '.join(notes)}]" if notes else _told(param)


def _told(one: Param | ClickCommand) -> str:
    return say(one.help or "", **PARTS)


def _refused(error: Exception, params: Iterable[object], command: str) -> Refused:
    """What is wrong about an option or an argument."""
    option, param = getattr(error, "option_name", ""), getattr(error, "param", None)
    if hasattr(error, "possibilities"):
        return Refused(_unknown(error.possibilities), place=option)
    if option:
        flags = (one for one in params if isinstance(one, TyperOption) and one.is_flag)
        is_flag = any(option in (*one.opts, *one.secondary_opts) for one in flags)
        said = say("this option takes no value") if is_flag else say("this option needs a value")
        return Refused(said, place=option)
    if not isinstance(param, Param):
        return Refused(say("too many words; see {command} --help", command=command))
    place = param.opts[-1] if isinstance(param, TyperOption) else _name(param)
    if not getattr(error, "message", ""):
        return Refused(say("this is missing; see {command} --help", command=command), place=place)
    wrong = WRONG[param.type_descriptor.annotation, param.max is not None]
    return Refused(say(wrong, least=param.min, most=param.max), place=place)


def _unknown(possibilities: Iterable[str] | None) -> str:
    if not possibilities:
        return say("there is no such option")
    names = ", ".join(sorted(possibilities))
    return say("there is no such option; perhaps {names}?", names=names)
