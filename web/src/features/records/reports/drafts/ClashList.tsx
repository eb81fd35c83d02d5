import { Button } from '@mantine/core'
import { timeSince } from '../../../../platform/format/dates.ts'
import type { Clash, Part } from './merge.ts'
import { Columns } from '../../../../ui/layout.tsx'
import classes from './Editor.module.css'

type ClashListProps = {
  clashes: readonly Clash[]
  /** When the other window saved. */
  savedAt: string | undefined
  /** 'Narrative'. */
  nameOf: (part: Part) => string
  /** A part's value in words; the value is not empty. */
  wordsOf: (part: Part, value: NonNullable<unknown>) => string
  /** Texts that can stand one after the other. */
  isText: (part: Part) => boolean
  onResolve: (part: Part, value: unknown) => void
}

/** Parts that were written in two windows, side by side. Nothing is saved until each is decided. */
export function ClashList({ clashes, savedAt, nameOf, wordsOf, isText, onResolve }: ClashListProps) {
  if (clashes.length === 0) return null
  const words = (part: Part, value: unknown) => {
    if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return 'Nothing'
    return typeof value === 'boolean' ? (value ? 'Yes' : 'No') : wordsOf(part, value)
  }
  const decide = (clash: Clash, value: unknown, button: HTMLElement) => {
    const form = button.closest('form')
    onResolve(clash.part, value)
    requestAnimationFrame(() => {
      const next = form?.querySelector<HTMLElement>('[data-clash] button')
      ;(next ?? form?.querySelector<HTMLElement>('[data-panel-focus], textarea'))?.focus()
    })
  }
  return (
    <section className={classes.clashes} role="alert" aria-label="Changed in two windows">
      <strong>This draft was changed in another window too.</strong> Choose what to keep; nothing is lost until you do.
      {clashes.map((clash) => (
        <div key={clash.part} className={classes.clash} data-clash>
          <h2>{nameOf(clash.part)}</h2>
          <Columns gap={8} className={classes.sides}>
            <div>
              <span className="faint">Mine, here</span>
              <p>{words(clash.part, clash.mine)}</p>
              <Button size="compact-xs" variant="default" onClick={({ currentTarget }) => decide(clash, clash.mine, currentTarget)}>
                Keep mine
              </Button>
            </div>
            <div>
              <span className="faint">The other window’s, {timeSince(savedAt)}</span>
              <p>{words(clash.part, clash.theirs)}</p>
              <Button size="compact-xs" variant="default" onClick={({ currentTarget }) => decide(clash, clash.theirs, currentTarget)}>
                Use theirs
              </Button>{' '}
              {isText(clash.part) && (
                <Button
                  size="compact-xs"
                  variant="default"
                  onClick={({ currentTarget }) =>
                    decide(
                      clash,
                      [clash.theirs, clash.mine].filter((text) => typeof text === 'string' && text !== '').join('\n\n'),
                      currentTarget,
                    )
                  }
                >
                  Keep both
                </Button>
              )}
            </div>
          </Columns>
        </div>
      ))}
    </section>
  )
}
