export type { MemberPictures } from './pictures.member.ts'
