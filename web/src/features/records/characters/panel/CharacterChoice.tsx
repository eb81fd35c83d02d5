import type { OwnCharacter } from '@tenfour/contract'
import { useId, useRef, type KeyboardEvent } from 'react'
import { StatusBadge } from '../../../../ui/StatusBadge.tsx'
import { CharacterPhoto } from '../CharacterParts.tsx'
import classes from './CharactersPanel.module.css'

type CharacterChoiceProps = {
  characters: readonly OwnCharacter[]
  chosenId: number
  onChoose: (characterId: number) => void
  /** Plays the chosen one, or puts it away. */
  onToggle: () => void
}

/** The member's characters, one of them chosen: a digit or the arrows choose, Enter plays. */
export function CharacterChoice({ characters, chosenId, onChoose, onToggle }: CharacterChoiceProps) {
  const list = useRef<HTMLDivElement>(null)
  const name = useId()
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey } = event
    if (altKey || ctrlKey || metaKey) return
    const at = characters.findIndex(({ characterId }) => characterId === chosenId)
    const next = characters[chosenByKey(key, at, characters.length) ?? -1]
    if (key === 'Enter') onToggle()
    else if (next) {
      onChoose(next.characterId)
      list.current?.querySelector<HTMLElement>(`[data-character="${next.characterId}"]`)?.focus()
    } else return
    event.preventDefault()
  }
  return (
    <div
      ref={list}
      role="radiogroup"
      aria-label="Your characters. Enter plays the chosen one"
      className={classes.choice}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      {characters.map((character, index) => {
        const { characterId, playedOn, deceased } = character
        const isChosen = characterId === chosenId
        return (
          <label key={characterId} className={classes.option}>
            <input
              type="radio"
              name={name}
              className="visually-hidden"
              checked={isChosen}
              data-character={characterId}
              {...(isChosen && { 'data-panel-focus': true, 'data-panel-rest': true })}
              onChange={() => onChoose(characterId)}
            />
            <span className={classes.optionBody} data-deceased={deceased !== null || undefined}>
              <kbd className={classes.key} aria-hidden>
                {index < 9 ? index + 1 : ''}
              </kbd>
              <CharacterPhoto character={character} width={24} />
              <span className={classes.optionName} title={character.name}>
                {character.name}
              </span>
              {playedOn !== null && <StatusBadge tone="available">Playing</StatusBadge>}
              {deceased !== null && <StatusBadge tone="off">Deceased</StatusBadge>}
            </span>
          </label>
        )
      })}
      <p className={classes.hint} aria-hidden>
        <kbd>↑</kbd> <kbd>↓</kbd> or <kbd>1</kbd>–<kbd>9</kbd> to choose, <kbd>Enter</kbd> to play
      </p>
    </div>
  )
}

/** The place in the list that a key leads to: arrows, Home, End, or the digit of one of the first nine. Null for other keys. */
export function chosenByKey(key: string, at: number, count: number): number | null {
  if (count === 0) return null
  if (key === 'ArrowDown' || key === 'ArrowRight') return Math.min(at + 1, count - 1)
  if (key === 'ArrowUp' || key === 'ArrowLeft') return Math.max(at - 1, 0)
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const digit = /^[1-9]$/.test(key) ? Number(key) - 1 : count
  return digit < count ? digit : null
}
