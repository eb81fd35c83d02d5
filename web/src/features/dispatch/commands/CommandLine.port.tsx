import { UNIT_CLASS } from '@tenfour/contract'
import { IconCheck } from '@tabler/icons-react'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { lazyComponent } from '../../../platform/load/lazy-component.tsx'
import { INLINE } from '../../../platform/load/shapes.tsx'
import { useSignedInUser } from '../../../platform/session/useSignedInUser.ts'
import { Key } from '../../../ui/Key.tsx'
import type { Command } from '../../../panels/commands/command.ts'
import { offerCommandInput, showGuide } from './use-shortcuts.ts'
import { classNames } from '../../../ui/layout.tsx'
import classes from './CommandLine.module.css'
import { optionId, useCommandContext, useCommandLine } from './use-command-line.ts'

/** Fetched once the desktop is drawn: the line takes commands without it. */
const CommandPopup = lazyComponent(async () => (await import('./CommandPopup.tsx')).CommandPopup, {
  what: 'The suggestions',
  shape: {
    Loading: INLINE.Loading,
    Failed: (props) => (
      <div className={classes.popup}>
        <INLINE.Failed {...props} />
      </div>
    ),
  },
})

type CommandLineProps = { commands: readonly Command[] }

/** The command line for the board. Civilians have neither. */
export function CommandLine({ commands }: CommandLineProps) {
  const { duty } = useSignedInUser()
  return duty?.unitClass === UNIT_CLASS.Other ? null : <Line commands={commands} />
}

function Line({ commands }: CommandLineProps) {
  const input = useRef<HTMLInputElement>(null)
  const context = useCommandContext(commands)
  const { typed, isOpen, isBusy, done, onKeyDown, onChange, onCaret, onFocus, onBlur, take } = useCommandLine(input, context)
  const [hasList, setList] = useState(false)
  const id = useId()
  const isSuggesting = isOpen && typed.cycle !== null

  useEffect(() => (input.current ? offerCommandInput(input.current) : undefined), [])
  useLayoutEffect(() => {
    const element = input.current
    if (element && document.activeElement === element && element.selectionStart !== typed.caret)
      element.setSelectionRange(typed.caret, typed.caret)
  }, [typed.line, typed.caret])

  return (
    <div className={classes.line} data-open={isOpen || undefined} data-beside-drafts>
      <Key>/</Key>
      <input
        ref={input}
        className={classes.input}
        role="combobox"
        aria-label="Command"
        aria-expanded={hasList}
        aria-controls={hasList ? id : undefined}
        aria-autocomplete="list"
        aria-activedescendant={isSuggesting ? optionId(id, typed.cycle?.index ?? 0) : undefined}
        aria-invalid={typed.problem !== null || undefined}
        aria-busy={isBusy || undefined}
        placeholder={done === null ? 'Type a command, a unit or a call number…' : ''}
        autoComplete="off"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        value={typed.line}
        onChange={({ currentTarget }) => onChange(currentTarget.value, currentTarget.selectionStart ?? currentTarget.value.length)}
        onSelect={({ currentTarget }) => onCaret(currentTarget.selectionEnd ?? 0)}
        onKeyDown={onKeyDown}
        onFocus={(event) => onFocus(event.relatedTarget)}
        onBlur={onBlur}
      />
      <output className={classNames('small truncated', classes.done)}>
        {done !== null && !isOpen && (
          <>
            <IconCheck size={14} stroke={2.2} aria-hidden />
            <span className="visually-hidden">Done:</span>
            {done}
          </>
        )}
      </output>
      <button
        type="button"
        className={classNames('quiet-button', classes.help)}
        aria-label="Every command and key"
        title="Every command and key"
        onClick={() => showGuide('commands')}
      >
        ?
      </button>
      {isOpen && <CommandPopup id={id} typed={typed} context={context} onTake={take} onList={setList} />}
    </div>
  )
}
