-- Custom SQL migration file, put your code below! --
--> statement-breakpoint
DROP TRIGGER fans_update_artist;
--> statement-breakpoint
DROP TRIGGER sketches_update_artist;
--> statement-breakpoint
DROP TRIGGER comments_update_target;
--> statement-breakpoint
DROP TRIGGER users_update_impersonations;
