import { NativeSelect, Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import layout from '../../../ui/FormLayout.module.css'
import { hoursWords, PASS_HOURS } from './grant.labels.ts'

type Props = {
  hours: number
  onHours: (hours: number) => void
  whitelist: 'prod' | 'dev'
  onWhitelist: (whitelist: 'prod' | 'dev') => void
  errors: { readonly hours?: ReactNode; readonly whitelist?: ReactNode }
  note: object
}

/** The fields of every pass: for how long, for which servers, and why. */
export const PassFields = ({ hours, onHours, whitelist, onWhitelist, errors, note }: Props) => (
  <>
    <div className={layout.pair}>
      <NativeSelect
        label="For"
        value={String(hours)}
        error={errors.hours}
        data={PASS_HOURS.map((each) => ({ value: String(each), label: hoursWords(each) }))}
        onChange={({ currentTarget }) => onHours(Number(currentTarget.value))}
      />
      <NativeSelect
        label="Whitelist"
        value={whitelist}
        error={errors.whitelist}
        data={[
          { value: 'prod', label: 'Game servers' },
          { value: 'dev', label: 'Development servers' },
        ]}
        onChange={({ currentTarget }) => onWhitelist(currentTarget.value === 'dev' ? 'dev' : 'prod')}
      />
    </div>
    <Textarea label="Reason" withAsterisk autosize minRows={2} maxRows={6} {...note} />
  </>
)
