import { UNIT_CLASS } from '@tenfour/contract'
import { useEffect } from 'react'
import { useSignedInUser } from '../../../../platform/session/useSignedInUser.ts'
import { shownNewReport, useWantedReport } from '../../../../panels/selection.ts'
import { KindChooser } from './KindChooser.tsx'
import { askReportKind, closeKindChooser, useAskedKind } from './report-desk.ts'

/** Asks which report to write, whichever panel asked for one. */
export function ReportHost() {
  const { duty } = useSignedInUser()
  const isFire = duty?.unitClass === UNIT_CLASS.Fire
  const wanted = useWantedReport()
  useEffect(() => {
    if (wanted === null) return
    askReportKind({ label: `Call ${wanted.callId}`, callId: wanted.callId }, isFire)
    shownNewReport()
  }, [wanted, isFire])
  useEffect(() => closeKindChooser, [])
  const asked = useAskedKind()
  return asked && <KindChooser about={asked.about} isPatient={asked.isPatient} />
}
