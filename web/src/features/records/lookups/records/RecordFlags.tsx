import { ActionIcon, Text } from '@mantine/core'
import { accessSubject, isAllowed, setRecordFlag, withdrawRecordFlag, type Flagged, type RecordFlag } from '@tenfour/contract'
import { IconX } from '@tabler/icons-react'
import { PanelFact } from '../../../../panels/PanelParts.tsx'
import { call } from '../../../../platform/api/client.ts'
import { reportError } from '../../../../platform/errors/report.ts'
import { dateOnly, dateTime } from '../../../../platform/format/dates.ts'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { confirm } from '../../../../ui/confirm.tsx'
import { Row } from '../../../../ui/layout.tsx'
import { TextButton } from '../../../../ui/TextButton.tsx'
import { useFlags } from '../../../dispatch/cad-values/cad-values.port.ts'
import { openAct } from '../acts/acts.ts'
import { recordDesk } from '../desk.ts'
import { useRecordHost } from '../record-host.ts'
import { withoutFlag } from './change-result.ts'
import classes from '../Records.module.css'

type RecordFlagsProps = { of: Flagged; id: number; label: string; flags: readonly RecordFlag[]; lookupId: number }

/** The flags of a record in their words and colours, with what units may do about them. */
export function RecordFlags({ of, id, label, flags, lookupId }: RecordFlagsProps) {
  const subject = accessSubject(useSignedInUser())
  const { hasActs } = useRecordHost()
  const isOffered = hasActs && isAllowed(setRecordFlag.access, subject)
  const values = useFlags(of, isOffered)
  const maySet = isOffered && values.length > 0
  return (
    <PanelFact name="Flags">
      {(flags.length > 0 || maySet) && (
        <Row as="span" gap={4}>
          {flags.map((flag) => (
            <FlagChip key={flag.flagId} flag={flag} lookupId={lookupId} />
          ))}
          {maySet && <TextButton onClick={() => openAct({ kind: 'flag', of, id, label, values, lookupId })}>Set flag</TextButton>}
        </Row>
      )}
    </PanelFact>
  )
}

function FlagChip({ flag, lookupId }: { flag: RecordFlag; lookupId: number }) {
  const subject = accessSubject(useSignedInUser())
  const { hasActs } = useRecordHost()
  const mayWithdraw = hasActs && isAllowed(withdrawRecordFlag.access, subject)
  const { flagId, name, tone, text, expiresAt, by, at } = flag
  const words = [name, text].filter(Boolean).join(': ')
  const withdraw = async () => {
    const isSure = await confirm({ title: 'Withdraw this flag?', subject: words, confirmLabel: 'Withdraw', danger: true })
    if (!isSure) return
    try {
      await call(withdrawRecordFlag, { params: { flagId } })
      recordDesk.change(lookupId, withoutFlag(flagId))
    } catch (error) {
      reportError(error, 'The flag was not withdrawn')
    }
  }
  const when = `${by.identifier || by.name}, ${dateTime(at)}${expiresAt ? `, until ${dateTime(expiresAt)}` : ''}`
  return (
    <span className={classes.chip} data-tone={tone} title={when}>
      {words}
      {expiresAt && <Text span inherit fw={450} style={{ whiteSpace: 'pre' }}>{` until ${dateOnly(expiresAt)}`}</Text>}
      {mayWithdraw && (
        <ActionIcon
          variant="transparent"
          c="inherit"
          size={24}
          m="-3px -7px -3px 0"
          aria-label={`Withdraw the flag ${words}`}
          onClick={() => void withdraw()}
        >
          <IconX size={12} stroke={2} aria-hidden />
        </ActionIcon>
      )}
    </span>
  )
}
