import { Button } from '@mantine/core'
import { IconScale } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { reportError } from '../../../platform/errors/report.ts'
import { dateOnly, dateTime } from '../../../platform/format/dates.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { Card } from '../../../ui/Card.tsx'
import { PageHeader } from '../../../ui/Page.tsx'
import { Empty, PageError, PageLoading } from '../../../ui/PageStates.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { accept, conductQuery, refreshConduct } from './conduct.queries.ts'
import classes from './Conduct.module.css'

/** The code of conduct, for members to read and accept. */
export function OwnConductPage() {
  const { data, error, refetch } = useQuery(conductQuery)
  const [isBusy, setBusy] = useState(false)
  const foot = useRef<HTMLDivElement>(null)
  const agree = async (number: number) => {
    setBusy(true)
    try {
      await accept(number)
      notify.success('You have accepted the code of conduct')
    } catch (failure) {
      reportError(failure)
    }
    await refreshConduct().catch(reportError)
    setBusy(false)
    // The button is gone.
    if (document.activeElement === document.body) foot.current?.focus()
  }
  return (
    <>
      <PageHeader title="Code of conduct" subtitle={data ? `Version ${data.number}, ${dateOnly(data.publishedAt)}` : '\u00A0'} />
      {data === undefined ? (
        error ? (
          <PageError error={error} onRetry={refetch} />
        ) : (
          <PageLoading label="Loading the code of conduct" />
        )
      ) : data === null ? (
        <Card>
          <Empty icon={<IconScale size={28} stroke={1.6} />} title="No code of conduct" text="This community has not published one." />
        </Card>
      ) : (
        <Card>
          <p className={classes.text}>{data.text}</p>
          <div ref={foot} className={classes.foot} tabIndex={-1}>
            {data.acceptedAt === null ? (
              <Button
                aria-busy={isBusy || undefined}
                aria-disabled={isBusy || undefined}
                onClick={isBusy ? undefined : () => void agree(data.number)}
              >
                I accept
              </Button>
            ) : (
              <StatusBadge tone="success">You accepted it, {dateTime(data.acceptedAt)}</StatusBadge>
            )}
          </div>
        </Card>
      )}
    </>
  )
}
