export { ChangeList } from './ChangeList.tsx'
export { ReportContentView } from './ReportContentView.tsx'
export { changeInWords } from './report-changes.ts'
export { kindWords } from './report.labels.ts'
