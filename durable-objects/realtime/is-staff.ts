/** Tells whether a member is a gloperator or an admin [2 §6]. */
export const isStaff = ({ flags }: { flags: string }) => /[ma]/.test(flags)
