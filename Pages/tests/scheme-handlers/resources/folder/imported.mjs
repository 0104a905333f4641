export const name = 'assets';
