import { Button } from '@mantine/core'
import { useState } from 'react'
import { Banner } from './Banner.tsx'

type Versioned = { readonly version: number }

/**
 * For a form that edits a live record: `base` is what it was opened with, and what is sent carries its version. When the record changes
 * elsewhere, `notice` says so and offers the current values; until then nothing that was typed is touched.
 */
export function useCurrentValues<T extends Versioned>(current: T | null, onTake: (record: T) => void) {
  const [base, setBase] = useState(current)
  const isOutdated = base !== null && current !== null && current.version > base.version
  const take = (form: HTMLFormElement | null) => {
    if (!current) return
    setBase(current)
    onTake(current)
    // The button goes with the notice.
    form?.querySelector<HTMLElement>('input, textarea')?.focus()
  }
  const notice = isOutdated && (
    <Banner
      tone="warning"
      announce
      title="This record was changed in another window."
      action={
        <Button variant="default" size="compact-sm" onClick={({ currentTarget }) => take(currentTarget.form)}>
          Show the current values
        </Button>
      }
    >
      What you typed can’t be saved over that change.
    </Banner>
  )
  return { base, notice }
}
