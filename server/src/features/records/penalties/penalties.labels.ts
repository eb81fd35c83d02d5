/** The page of a report, for those who may read it. */
export const reportPath = (reportId: number): string => `/user/reports/${reportId}`
