export { ReportHost } from './ReportHost.tsx'
export { askReportKind, clearReports, openReport, writeReport, type ReportAbout } from './report-desk.ts'
export { KIND_TONES, money, SHORT_KINDS } from './report-words.ts'
export { PERSON_PAGE, patientReportsQuery, personReportsQuery } from './reports.queries.ts'
