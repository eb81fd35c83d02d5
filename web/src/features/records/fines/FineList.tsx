import { Button } from '@mantine/core'
import type { OwnFine } from '@tenfour/contract'
import { useRef, useState } from 'react'
import { reportError } from '../../../platform/errors/report.ts'
import { dateOnly } from '../../../platform/format/dates.ts'
import { notify } from '../../../platform/notify/notify.ts'
import { ActionButton } from '../../../ui/ActionButton.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { ContestDialog } from './ContestDialog.tsx'
import { CopyLink } from './CopyLink.tsx'
import { fineWords, inFineOrder, isOpen, mayContest, money } from './fine.labels.ts'
import { pay } from './fines.actions.ts'
import classes from './Fines.module.css'
import { Stack } from '../../../ui/layout.tsx'
import { LineList, Line } from '../../../ui/EntryList.tsx'

const SHOWN = 8

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
  const markPaid = async () => {
    const isSure = await confirm({
      title: `Mark ${number} as paid?`,
      subject: money(amount),
      body: 'Officers see that it is paid. This can’t be taken back.',
      confirmLabel: 'Mark as paid',
    })
    if (!isSure) return
    try {
      await pay(fine)
      notify.success(`${number}: ${money(amount)} paid`)
      // The buttons go with it.
      row.current?.querySelector<HTMLElement>('a')?.focus()
    } catch (error) {
      reportError(error, `${number} was not marked as paid`)
    }
  }
  return (
    <Line className={classes.fine} ref={row} data-fine={fine.fineId}>
      <span className={classes.amount}>{money(amount)}</span>
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
            <ActionButton variant="default" size="compact-sm" action={markPaid}>
              Mark as paid<span className="visually-hidden">: {number}</span>
            </ActionButton>
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
