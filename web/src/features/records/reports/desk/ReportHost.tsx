import { UNIT_CLASS } from '@tenfour/contract'
import { useEffect } from 'react'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { shownNewReport, useWantedReport } from '../../../../panels/selection.ts'
import { askReportKind, closeKindChooser, useAskedKind, useLeftReport, writeReport } from './report-desk.ts'
import { KeyChooser } from '../../../../ui/KeyChooser.tsx'
import { kindsFor } from '../report.labels.ts'

/** Asks which report to write, whichever panel asked for one. */
export function ReportHost() {
  const { userId, duty } = useSignedInUser()
  const isFire = duty?.unitClass === UNIT_CLASS.Fire
  const wanted = useWantedReport()
  useEffect(() => {
    if (wanted === null) return
    askReportKind({ label: `Call ${wanted.callId}`, callId: wanted.callId }, isFire)
    shownNewReport()
  }, [wanted, isFire])
  useEffect(() => closeKindChooser, [])
  useLeftReport(userId)
  const asked = useAskedKind()
  return (
    asked && (
      <KeyChooser
        title="Write report"
        subject={asked.about.label}
        options={kindsFor(asked.isPatient ? 'fire' : 'police')}
        onChoose={(kind) => {
          closeKindChooser()
          writeReport(userId, kind, asked.about)
        }}
        onClose={closeKindChooser}
      />
    )
  )
}
