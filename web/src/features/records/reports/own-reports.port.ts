export { followOwnReports, useOwnReports } from './own-reports.ts'
export { money, penaltyWords, SHORT_KINDS, standing, STATE_WORDS } from './report.labels.ts'
export { useOpenedDraft } from './editor/use-draft-session.ts'
