/** True for gloperators and admins [2 §6]. */
export const isStaff = ({ flags }: { flags: string }) => /[ma]/.test(flags)
