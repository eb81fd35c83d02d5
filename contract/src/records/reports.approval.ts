import { flagSetting, type SettingGroup } from '../setting.ts'

/** Apart from the switch of medical reports, which a desktop needs. */

export const REPORT_SETTINGS: SettingGroup = {
  key: 'reports',
  title: 'Reports',
  help: 'Which reports a rank that may approve reports has to approve before they are final.',
}
const needsApproval = (kind: string, titles: string, fallback: boolean) =>
  flagSetting({
    key: `reports.${kind}-needs-approval`,
    group: REPORT_SETTINGS,
    title: `${titles} need approval`,
    help: 'When this is off, one is final as soon as it is submitted.',
    fallback,
  })
export const REPORT_APPROVAL = {
  warning: needsApproval('warning', 'Warnings', false),
  citation: needsApproval('citation', 'Citations', false),
  arrest: needsApproval('arrest', 'Arrest reports', true),
  incident: needsApproval('incident', 'Incident reports', true),
  patient: needsApproval('patient', 'Patient reports', false),
  treatment: needsApproval('treatment', 'Treatment reports', false),
} as const
