import { Button, Text, Textarea } from '@mantine/core'
import { contestFine, payFine, type Fine, type OwnFine } from '@tenfour/contract'
import { useRef, useState } from 'react'
import { reportError } from '../../../platform/errors/report.ts'
import { dateOnly } from '../../../platform/format/dates.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { ActionButton } from '../../../ui/ActionButton.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { money } from '../../../platform/format/text.ts'
import { fineWords, inFineOrder, isOpen, mayContest } from './fine.labels.port.ts'
import { Stack } from '../../../ui/layout.tsx'
import { LineList, Line } from '../../../ui/EntryList.tsx'
import { Link } from '@tanstack/react-router'
import { bodyOf } from '../../../platform/api/body-of.ts'
import { useZodForm } from '../../../ui/form.ts'
import { FormButtons } from '../../../ui/FormButtons.tsx'
import { FormError } from '../../../ui/FormError.tsx'
import { FormModal } from '../../../ui/FormModal.tsx'
import classes from './Fines.module.css'
import { call } from '../../../platform/api/client.ts'
import { keepOwn } from '../own-records/own-records.port.ts'

const SHOWN = 5

/** Fines of a character: those to be paid first, each with what its owner can do about it. */
export function FineList({ fines }: { fines: readonly OwnFine[] }) {
  const [isAll, setAll] = useState(false)
  const [contestedId, setContestedId] = useState<number | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const closeContest = () => {
    setContestedId(null)
    // A fine that was contested has lost the button that opened the dialog.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) list.current?.querySelector<HTMLElement>(`[data-fine="${contestedId}"] a`)?.focus()
    })
  }
  const ordered = inFineOrder(fines)
  // Whatever is open is always in sight.
  const shown = isAll ? ordered : ordered.slice(0, Math.max(SHOWN, ordered.filter(isOpen).length))
  const contested = fines.find(({ fineId }) => fineId === contestedId)
  return (
    <>
      <LineList ref={list} aria-label="Fines">
        {shown.map((fine) => (
          <FineRow key={fine.fineId} fine={fine} onContest={() => setContestedId(fine.fineId)} />
        ))}
      </LineList>
      {shown.length < ordered.length && (
        <Button variant="subtle" size="compact-sm" onClick={() => setAll(true)}>
          Show all {ordered.length} fines
        </Button>
      )}
      {contested && <ContestDialog fine={contested} onClose={closeContest} />}
    </>
  )
}

function FineRow({ fine, onContest }: { fine: OwnFine; onContest: () => void }) {
  const row = useRef<HTMLLIElement>(null)
  const { number, about, amount, imposedAt, state } = fine
  const { word, tone, detail } = fineWords(fine)
  const reportPaid = async () => {
    const isSure = await confirm({
      title: `Report ${number} as paid?`,
      subject: money(amount),
      body: 'A supervisor of the department confirms it. Until then the fine stays unpaid.',
      confirmLabel: 'Report as paid',
    })
    if (!isSure) return
    try {
      await pay(fine)
      notify.success(`${number}: ${money(amount)} reported as paid`)
      // The buttons go with it.
      row.current?.querySelector<HTMLElement>('a')?.focus()
    } catch (error) {
      reportError(error, `${number} was not reported as paid`)
    }
  }
  return (
    <Line className={classes.fine} ref={row} data-fine={fine.fineId}>
      <span className={classes.amount}>{state === 'dropped' ? <s>{money(fine.originalAmount)}</s> : money(amount)}</span>
      <Stack as="span" gap={0}>
        <span className={classes.about}>{about}</span>
        <span className={classes.detail}>
          <CopyLink characterId={fine.characterId} reportId={fine.reportId} number={number} /> · {dateOnly(imposedAt)}
          {detail && ` · ${detail}`}
        </span>
      </Stack>
      <span className={classes.side}>
        <StatusBadge tone={tone} variant="soft">
          {word}
        </StatusBadge>
        {state === 'unpaid' && (
          <>
            {fine.reportedAt === null && (
              <ActionButton variant="default" size="compact-sm" action={reportPaid}>
                Report as paid<span className="visually-hidden">: {number}</span>
              </ActionButton>
            )}
            {mayContest(fine) && (
              <Button variant="subtle" size="compact-sm" onClick={onContest}>
                Contest<span className="visually-hidden">: {number}</span>
              </Button>
            )}
          </>
        )}
      </span>
    </Line>
  )
}

type CopyLinkProps = { characterId: number; reportId: number; number: string }

/** Opens the copy of a report for the person concerned. */
export const CopyLink = ({ characterId, reportId, number }: CopyLinkProps) => (
  <Link
    to="/user/characters/$characterId/reports/$reportId"
    params={{ characterId: String(characterId), reportId: String(reportId) }}
    className={classes.number}
    title={`Open document ${number}`}
  >
    {number}
  </Link>
)

const ContestForm = bodyOf(contestFine).pick({ reason: true })

function ContestDialog({ fine, onClose }: { fine: OwnFine; onClose: () => void }) {
  const form = useZodForm(ContestForm, { reason: '' })
  const save = async ({ reason }: { reason: string }) => {
    await contest(fine, reason)
    notify.success(`${fine.number} has been contested`)
    onClose()
  }
  return (
    <FormModal title={`Contest ${fine.number}?`} onClose={onClose} isDirty={form.isDirty()}>
      <Stack as="form" gap={14} noValidate onSubmit={form.submit(save)}>
        <FormError error={form.failure} />
        <Text component="p" c="dimmed">
          <Text span inherit c="var(--text)" fw={700}>
            {money(fine.amount)}
          </Text>{' '}
          for {fine.about}. A supervisor of the department decides whether the fine is upheld, reduced or dropped. A fine can be contested
          once.
        </Text>
        <Textarea
          label="Reason"
          withAsterisk
          data-autofocus
          autosize
          minRows={3}
          maxRows={8}
          placeholder="I had sold the car the day before"
          {...form.getInputProps('reason')}
        />
        <FormButtons submitLabel="Contest" isSubmitting={form.submitting} onCancel={onClose} />
      </Stack>
    </FormModal>
  )
}

/** The answer has the fine without what it is for. */
const kept = (fine: OwnFine, saved: Fine): void => keepOwn({ event: 'fine.saved', payload: { ...fine, ...saved } })

const pay = async (fine: OwnFine): Promise<void> =>
  kept(fine, await call(payFine, { params: { fineId: fine.fineId }, body: { version: fine.version } }))

const contest = async (fine: OwnFine, reason: string): Promise<void> =>
  kept(fine, await call(contestFine, { params: { fineId: fine.fineId }, body: { reason, version: fine.version } }))
