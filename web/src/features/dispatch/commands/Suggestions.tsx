// oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events -- the list of a combobox: its input handles the keys
import { useEffect, useRef } from 'react'
import type { Suggestion } from '../../../panels/commands/command.ts'
import classes from './CommandLine.module.css'
import type { Completion } from './complete.ts'

export const optionId = (id: string, index: number): string => `${id}-${index}`

type SuggestionsProps = { id: string; completion: Completion; index: number; onTake: (suggestion: Suggestion) => void }

/** The suggestions. The input above keeps focus and refers to the active option. */
export function Suggestions({ id, completion, index, onTake }: SuggestionsProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (index < 0) list.current?.scrollTo({ top: 0 })
    else list.current?.children[index]?.scrollIntoView({ block: 'nearest' })
  }, [index, completion])
  return (
    <div ref={list} id={id} role="listbox" aria-label="Suggestions" className={classes.suggestions}>
      {completion.suggestions.map((suggestion, at) => (
        <div
          key={suggestion.insert}
          id={optionId(id, at)}
          role="option"
          tabIndex={-1}
          aria-selected={at === index}
          className={classes.suggestion}
          onClick={() => onTake(suggestion)}
        >
          <span className={classes.label}>{suggestion.label}</span>
          <span className={classes.detail}>{suggestion.detail}</span>
        </div>
      ))}
    </div>
  )
}
