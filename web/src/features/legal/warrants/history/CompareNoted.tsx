import { Button, TextInput } from '@mantine/core'
import { compareHistoryEnd, readNotedEnd } from '@tenfour/contract'
import { useMutation } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import { call } from '../../../../platform/api/client.ts'
import { Banner } from '../../../../ui/Banner.tsx'
import { Card } from '../../../../ui/Card.tsx'
import { errorInfo } from '../../../../ui/error-info.ts'
import { FormError } from '../../../../ui/FormError.tsx'
import { entriesInWords } from './run-check.ts'
import { Columns } from '../../../../ui/layout.tsx'
import classes from './WarrantHistory.module.css'

/** Compares the history with an end of it that was posted in Discord or noted elsewhere. */
export function CompareNoted() {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const { mutate, data, error, isPending, reset } = useMutation({
    mutationFn: async (noted: { entries: number; seal: string }) => ({
      noted,
      ...(await call(compareHistoryEnd, { query: noted, quiet: true })),
    }),
  })
  const compare = (event: SyntheticEvent) => {
    event.preventDefault()
    if (isPending) return
    const noted = readNotedEnd(text)
    reset()
    setProblem(noted ? null : 'Paste the whole line, with the number of entries and the seal')
    if (noted) mutate(noted)
  }
  return (
    <Card title="Compare with a noted seal" aside="The portal posts one in Discord each day if you choose it there under Messages">
      <Columns as="form" of="minmax(0, 1fr) auto" gap={8} align="start" className={classes.compare} noValidate onSubmit={compare}>
        <TextInput
          aria-label="What was noted"
          placeholder="The history of warrants has … entries, the last sealed …"
          value={text}
          maxLength={500}
          error={problem}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" aria-busy={isPending || undefined}>
          Compare
        </Button>
      </Columns>
      {error && <FormError error={errorInfo(error)} />}
      {data?.problem && (
        <Banner tone="danger" announce>
          {data.problem}.
        </Banner>
      )}
      {data && !data.problem && (
        <Banner tone="info" announce>
          The history fits: {data.noted.entries === 1 ? 'entry 1 is' : `its first ${entriesInWords(data.noted.entries)} are`} as noted.
        </Banner>
      )}
    </Card>
  )
}
