import { Button, Radio, Text, Textarea, TextInput } from '@mantine/core'
import { decideFine, FineDecision, Reason, type Fine } from '@tenfour/contract'
import { useState } from 'react'
import { z } from 'zod'
import { call } from '../../../../platform/api/client.ts'
import { reportError } from '../../../../platform/errors/report.ts'
import { notify } from '../../../../platform/notify/notify.ts'
import { useZodForm } from '../../../../ui/form.ts'
import { FormButtons } from '../../../../ui/FormButtons.tsx'
import { FormError } from '../../../../ui/FormError.tsx'
import { FormModal } from '../../../../ui/FormModal.tsx'
import { DECISION_WORDS } from '../view/report.labels.ts'
import { currency, money } from '../../../../platform/format/text.ts'
import { refreshLists, refreshReport } from '../reports.queries.ts'
import { Stack } from '../../../../ui/layout.tsx'
import classes from './ReportPage.module.css'

type FineProps = { fine: Fine; number: string; onDecided?: () => void }

export function DecideFineButton(props: FineProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="xs" variant="light" onClick={() => setOpen(true)}>
        Decide<span className="visually-hidden"> the fine of {props.number}</span>
      </Button>
      {isOpen && <FineDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

const DECISION_HELP: Readonly<Record<FineDecision, string>> = {
  upheld: 'It stays as it is and is to be paid.',
  reduced: 'A lower amount is to be paid.',
  dropped: 'Nothing is to be paid.',
}

/** Less than before, at least 1, where it is reduced. */
const fineForm = (before: number) =>
  z
    .object({ decision: FineDecision, amount: z.string(), reason: Reason })
    .refine(
      ({ decision, amount }) => decision !== 'reduced' || (/^\d+$/u.test(amount.trim()) && Number(amount) >= 1 && Number(amount) < before),
      {
        path: ['amount'],
        message: `Enter an amount from 1 to ${(before - 1).toLocaleString('en')}`,
      },
    )

function FineDialog({ fine, number, onDecided, onClose }: FineProps & { onClose: () => void }) {
  const form = useZodForm(fineForm(fine.amount), { decision: 'upheld', amount: '', reason: '' })
  const { decision } = form.getValues()
  const save = async ({ decision: chosen, amount, reason }: { decision: FineDecision; amount: string; reason: string }) => {
    const body = { decision: chosen, reason, version: fine.version, ...(chosen === 'reduced' && { amount: Number(amount) }) }
    try {
      await call(decideFine, { params: { fineId: fine.fineId }, body })
    } finally {
      // Someone else may have decided it.
      refreshReport(fine.reportId).catch(reportError)
    }
    notify.success(`Fine of ${number}: ${DECISION_WORDS[chosen].toLowerCase()}`)
    onClose()
    // Once the dialog has given the focus back.
    setTimeout(() => onDecided?.())
    refreshLists().catch(reportError)
  }
  return (
    <FormModal title={`Fine of ${number}: ${money(fine.amount)}`} onClose={onClose} isDirty={form.isDirty()}>
      <Stack as="form" gap={14} noValidate onSubmit={form.submit(save)}>
        <FormError error={form.failure} />
        {fine.contestReason && (
          <Text component="p" size="sm" c="dimmed" className="anywhere">
            Contested because:
            <span className={classes.said}>{fine.contestReason}</span>
          </Text>
        )}
        <Radio.Group label="Decision" {...form.getInputProps('decision')}>
          <Stack gap={8} style={{ marginTop: 4 }}>
            {FineDecision.options.map((value, at) => (
              <Radio
                key={value}
                value={value}
                label={DECISION_WORDS[value]}
                description={DECISION_HELP[value]}
                data-autofocus={at === 0 || undefined}
                disabled={value === 'reduced' && fine.amount < 2}
              />
            ))}
          </Stack>
        </Radio.Group>
        {decision === 'reduced' && (
          <TextInput
            label="New amount"
            description={`Less than ${money(fine.amount)}`}
            inputMode="numeric"
            leftSection={currency()}
            withAsterisk
            {...form.getInputProps('amount')}
          />
        )}
        <Textarea
          label="Reason"
          description="The person concerned sees it"
          withAsterisk
          autosize
          minRows={2}
          maxRows={6}
          {...form.getInputProps('reason')}
        />
        <FormButtons submitLabel="Decide" isSubmitting={form.submitting} onCancel={onClose} />
      </Stack>
    </FormModal>
  )
}
