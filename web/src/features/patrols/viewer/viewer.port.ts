export { PatrolCard } from './PatrolCard.tsx'
export { useOpenPatrols } from './use-open-patrols.ts'
