"""The pages for chats from other programs: choosing, looking, taking in, taking back."""
