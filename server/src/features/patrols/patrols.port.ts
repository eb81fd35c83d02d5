export { userPatrols } from './patrols.repo.ts'
