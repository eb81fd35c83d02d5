export { DispatcherList } from './UnitLists.tsx'
export { PingForm } from './PingForm.tsx'
export { countIds, overdueIds } from './welfare.ts'
export { WelfareList } from './UnitLists.tsx'
