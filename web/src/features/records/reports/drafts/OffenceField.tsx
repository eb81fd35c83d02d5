import { Text } from '@mantine/core'
import { finesSwitch, SEARCH_FROM, type Offence } from '@tenfour/contract'
import { isOn } from '../../../../platform/features/features.ts'
import type { ReactNode } from 'react'
import { fineWords, findOffences, jailWords, OffenceTypeBadge } from '../../offences/offences.port.ts'
import { PickField } from './PickField.tsx'
import classes from './Editor.module.css'

type OffenceFieldProps = { error: ReactNode; onAdd: (offence: Offence) => void; onEnterEmpty: () => void }

const idOf = ({ revisionId }: Offence) => revisionId
const renderRow = (offence: Offence) => (
  <>
    <span className={classes.code}>{offence.code}</span>
    <Text span inherit truncate>
      {offence.title}
    </Text>
    <OffenceTypeBadge type={offence.type} />
    <span className={classes.range}>
      {[offence.fineMax > 0 && isOn(finesSwitch) && fineWords(offence), offence.jailMax > 0 && jailWords(offence)]
        .filter(Boolean)
        .join(' · ')}
    </span>
  </>
)

/** Adds offences of the penal code: Enter adds the marked one, Enter in the empty field goes on. */
export function OffenceField({ error, onAdd, onEnterEmpty }: OffenceFieldProps) {
  return (
    <PickField
      label="Add an offence"
      placeholder="Add an offence: code or words"
      name="offences"
      search={findOffences}
      from={SEARCH_FROM}
      idOf={idOf}
      renderRow={renderRow}
      onPick={onAdd}
      takesFirst
      isPanelFocus
      error={error}
      onEmptyKey={(key) => key === 'Enter' && onEnterEmpty()}
    />
  )
}
