import { Button, TextInput } from '@mantine/core'
import { compareHistoryEnd, readNotedEnd, MAX_HISTORY_PROBLEMS, type HistoryCheck, type HistoryProblem } from '@tenfour/contract'
import { useMutation } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import { call } from '../../../../platform/api/client.ts'
import { Banner } from '../../../../ui/Banner.tsx'
import { Card } from '../../../../ui/Card.tsx'
import { errorInfo } from '../../../../ui/error-info.ts'
import { FormError } from '../../../../ui/FormError.tsx'
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

export type CheckProgress = { readonly checked: number; readonly entries: number }
export type CheckResult = {
  readonly entries: number
  readonly problems: readonly HistoryProblem[]
  readonly restores: HistoryCheck['restores']
  /** False if it stopped at the most problems that are listed. */
  readonly isAll: boolean
}

/** Checks the whole history part by part. */
export async function runCheck(
  fetchPart: (after: number) => Promise<HistoryCheck>,
  onProgress: (progress: CheckProgress) => void,
): Promise<CheckResult> {
  const problems: HistoryProblem[] = []
  const restores: HistoryCheck['restores'] = []
  for (let after = 0; ;) {
    const part = await fetchPart(after)
    problems.push(...part.problems.slice(0, MAX_HISTORY_PROBLEMS - problems.length))
    restores.push(...part.restores)
    const isFull = problems.length === MAX_HISTORY_PROBLEMS
    // A part that gets no further would be asked for without end.
    if (part.isDone || isFull || part.checkedTo <= after) return { entries: part.entries, problems, restores, isAll: !isFull }
    after = part.checkedTo
    onProgress({ checked: after, entries: part.entries })
  }
}

const shown = (value: number): string => value.toLocaleString('en')

export const entriesInWords = (entries: number): string => `${shown(entries)} ${entries === 1 ? 'entry' : 'entries'}`

export const problemsInWords = (problems: number, isAll: boolean): string =>
  `${isAll ? '' : 'At least '}${shown(problems)} ${problems === 1 ? 'problem' : 'problems'}`

/** Entry 0 is a warrant without one. */
export const entryInWords = ({ entry }: HistoryProblem): string => (entry === 0 ? 'None' : shown(entry))

/** The share of entries that are checked; without entries 100 %. */
export const percentOf = (checked: number, entries: number): number =>
  entries === 0 ? 100 : Math.min(100, Math.floor((checked / entries) * 100))
