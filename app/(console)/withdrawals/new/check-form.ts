import { zodResolver } from '@hookform/resolvers/zod';
import { withdrawalFormSchema } from '@/lib/withdrawal-form';

/** What is wrong with the form, as react-hook-form asks for it. */
export const checkForm = zodResolver(withdrawalFormSchema);
